import { parseArgs } from 'node:util';
import { migrate, openOrm } from '@namecard/db';
import { z } from 'zod';
import { startPostgres } from '../compare/postgres.ts';
import type { Spread } from '../performance/statistics.ts';
import { measureReads } from './reads.ts';
import { addOwners, compareCreates, countWrong, stopCounting } from './writes.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '8' },
  },
});

const { pairs, seconds } = z
  .object({
    pairs: z.coerce.number().int().min(1),
    seconds: z.coerce.number().int().min(1),
  })
  .parse(values);

// What was started is stopped when the process exits, which a signal alone would not do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(1));
}

const [few, many] = [32, 128];

await using postgres = await startPostgres();

async function prepare(name: string): Promise<string> {
  const url = await postgres.createDatabase(name);
  const orm = await openOrm({ url });
  await migrate(orm);
  await orm.close();
  await addOwners(url, many);
  return url;
}

let isMet = true;

/** Prints a figure beside its target. */
function say(what: string, figure: string, target: string, holds: boolean): void {
  console.log(`${holds ? 'met   ' : 'MISSED'} ${what}: ${figure} (target ${target})`);
  isMet &&= holds;
}

const spread = ({ median, lowest, highest }: Spread) =>
  `${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;

const { totals, place } = await measureReads(await prepare('filled'));
say('totals of 10⁹ profiles, ms', spread(totals), '< 2', totals.median < 2);
say('place of a far page of 10⁹, ms', spread(place), '< 15', place.median < 15);

const counting = await prepare('counting');
const notCounting = await prepare('not_counting');
await stopCounting(notCounting);
const ratio = await compareCreates(counting, notCounting, {
  clients: few,
  seconds,
  pairs,
});
say(`creates by ${few}, counted / not`, spread(ratio), '≥ 0.9', ratio.median >= 0.9);

const wrong = await countWrong(await prepare('many_writers'), many);
say(`counts that are wrong after ${many} writers`, String(wrong), '0', wrong === 0);
process.exitCode = isMet ? 0 : 1;
