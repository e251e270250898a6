import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startTemporary } from '@namecard/db/testing';
import { readWhole } from '../committed.ts';
import { readDocument } from '../index.ts';
import { keepMetReasons } from '../met-reasons.ts';
import { fuzz } from './fuzz.ts';
import { reportLines } from './report.ts';
import { openFixture } from './fixture.ts';

/**
 * Sends made-up requests to two services, one over REST and one over tRPC. Exits
 * with 1 if an answer was wrong. With `--keep` all reasons that it met become
 * promises to clients.
 *
 *     npm run fuzz -- [--runs 20000] [--seed S] [--keep]
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
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
await using started = new AsyncDisposableStack();
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(130));

const { adminUrl, stop } = await startTemporary();
started.defer(stop);
const target = await openFixture(adminUrl);
started.defer(target.close);
const report = await fuzz({ document, target, runs, seed });
console.log(`\n${reportLines(report).join('\n')}`);
if (values.keep) await keepMetReasons(report.reasons);
process.exitCode = report.problems.length === 0 ? 0 : 1;
