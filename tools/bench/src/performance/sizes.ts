import { intervalOf } from '../compare/interval.ts';
import { openDatabases } from './database.ts';
import { measure, ordersOf, startSubject, type Subject } from './measure.ts';
import { readOptions } from './options.ts';
import { loadAverage } from './usage.ts';

/** What a first page costs among many profiles beside among few: both served at once, measured in alternation. */
const options = readOptions(['--sizes', '1000,1000000', ...process.argv.slice(2)]);
const asked = { workload: 'first page', callers: options.callers[0] ?? 20 } as const;
const databases = await openDatabases();
try {
  const subjects: Subject[] = [];
  for (const size of options.sizes) {
    subjects.push(await startSubject('service', await databases.service(size), size));
  }
  for (const subject of subjects) {
    await measure(subject, asked, { ...options, seconds: options['warm-up'] });
  }
  const rates = new Map(subjects.map(({ size }) => [size, new Array<number>()]));
  for (const { order } of ordersOf(subjects, options.pairs)) {
    for (const subject of order) {
      const { perSecond } = await measure(subject, asked, options);
      rates.get(subject.size)?.push(perSecond);
      console.log(`${subject.size} profiles: ${perSecond.toFixed(0)} a second`);
    }
  }
  const [few = [], many = []] = rates.values();
  const { ratio, low, high } = intervalOf(
    many.map((rate, at) => rate / (few[at] ?? Number.NaN)),
  );
  console.log(
    `first page, ${options.sizes.toReversed().join(' / ')} profiles: ${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)}), target ≥ 0.9; load ${loadAverage()}`,
  );
  process.exitCode = ratio >= 0.9 ? 0 : 1;
  await Promise.all(subjects.map(({ side }) => side.stop()));
} finally {
  await databases.close();
}
process.exit();
