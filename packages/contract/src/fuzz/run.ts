import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startTemporary } from '@namecard/db/testing';
import { readWhole } from '../committed.ts';
import { readDocument } from '../index.ts';
import { keepMetReasons } from '../met-reasons.ts';
import { openBase } from './base.ts';
import { fuzz } from './fuzz.ts';
import { reportLines } from './report.ts';
import type { Target } from './target.ts';
import { openFixture, settings } from './fixture.ts';

/**
 * `npm run fuzz -- --runs N [--seed S] [--base URL] [--keep]`: asks the service requests that are made up from the documents, over
 * REST and over tRPC. Ends with 1 where an answer was wrong. With `--keep` the reasons that it met are promised from then on.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    base: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

const [runs, seed] = [values.runs, values.seed].map(Number);
if (
  !Number.isSafeInteger(runs) ||
  !Number.isSafeInteger(seed) ||
  !runs ||
  seed === undefined
) {
  throw new Error('--runs and --seed take whole numbers');
}

const document = readDocument(await readWhole());
console.log(`${runs} requests, seed ${seed}`);
console.log(
  values.base === undefined
    ? `Two services of our own with every limit off: ${Object.keys(settings).join(', ')} are 0`
    : `The service at ${values.base}, whose limits may be in the way`,
);
await using started = new AsyncDisposableStack();
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(130));

async function openOwn(): Promise<Target> {
  const { adminUrl, stop } = await startTemporary();
  started.defer(stop);
  return openFixture(adminUrl);
}

const target =
  values.base === undefined ? await openOwn() : await openBase(values.base, process.env);
try {
  const report = await fuzz({ document, target, runs, seed });
  console.log(`\n${reportLines(report).join('\n')}`);
  if (values.keep) {
    await keepMetReasons(report.reasons);
  }
  process.exitCode = report.problems.length === 0 ? 0 : 1;
} finally {
  await target.close();
}
