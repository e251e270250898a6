import { openDatabases, type Databases } from './database.ts';
import { measure, startSubject, type Subject } from './measure.ts';
import { readOptions, type Options } from './options.ts';
import { spreadOf } from './statistics.ts';
import { loadAverage } from './usage.ts';

const startAt = async (databases: Databases, size: number): Promise<Subject> =>
  startSubject('service', await databases.service(size), size);

/** The rate of one round at each size, the order turned round every time. */
async function measureRound(subjects: Subject[], round: number, options: Options) {
  const rates = new Map<number, number>();
  for (const subject of round % 2 === 1 ? subjects : subjects.toReversed()) {
    const { perSecond } = await measure(subject, 'first page', options);
    rates.set(subject.size, perSecond);
  }
  return rates;
}

/** What a first page costs among many profiles beside among few: both served at once, measured in alternation. */
const options = readOptions(process.argv.slice(2));
const [few = 1_000, many = 1_000_000] = options.sizes;
const databases = await openDatabases();
try {
  const subjects = [await startAt(databases, few), await startAt(databases, many)];
  for (const subject of subjects) {
    await measure(subject, 'first page', { ...options, seconds: options['warm-up'] });
  }
  const ratios: number[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    const rates = await measureRound(subjects, round, options);
    ratios.push((rates.get(many) ?? Number.NaN) / (rates.get(few) ?? Number.NaN));
  }
  const { median, lowest, highest } = spreadOf(ratios);
  console.log(
    `first page, ${many} / ${few} profiles: ${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)}), target ≥ 0.9; load ${loadAverage()}`,
  );
  process.exitCode = median >= 0.9 ? 0 : 1;
  await Promise.all(subjects.map(({ side }) => side.stop()));
} finally {
  await databases.close();
}
process.exit();
