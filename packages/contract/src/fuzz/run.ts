import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readDocument } from '@namecard/contract';
import { openBase } from './base.ts';
import { fuzz } from './fuzz.ts';
import { reportLines } from './report.ts';
import { openWorlds, settings } from './worlds.ts';

/**
 * `npm run fuzz -- --runs N [--seed S] [--base URL]`: asks the service requests that are made up from openapi.json, over REST
 * and over tRPC. Ends with 1 where an answer was wrong.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    base: { type: 'string' },
  },
});

const [runs, seed] = [values.runs, values.seed].map(Number);
if (!Number.isSafeInteger(runs) || !Number.isSafeInteger(seed) || !runs || seed === undefined) {
  throw new Error('--runs and --seed take whole numbers');
}

const document = readDocument(
  await readFile(new URL('../../../../openapi.json', import.meta.url), 'utf8'),
);
console.log(`${runs} requests, seed ${seed}`);
console.log(
  values.base === undefined
    ? `Two services of our own with every limit off: ${Object.keys(settings).join(', ')} are 0`
    : `The service at ${values.base}, whose limits may be in the way`,
);
const target =
  values.base === undefined ? await openWorlds() : await openBase(values.base, process.env);
const stop = () => {
  void target.close().finally(() => process.exit(130));
};
process.once('SIGINT', stop).once('SIGTERM', stop);
try {
  const report = await fuzz({ document, target, runs, seed });
  console.log(`\n${reportLines(report).join('\n')}`);
  process.exitCode = report.problems.length === 0 ? 0 : 1;
} finally {
  await target.close();
}
