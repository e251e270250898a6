import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startTemporary } from '@namecard/db/testing';
import { z } from 'zod';
import { readWhole } from '../committed.ts';
import { readDocument } from '../document.ts';
import { keepMetReasons } from '../met-reasons.ts';
import { fuzz } from './fuzz.ts';
import { openTarget } from './target.ts';

/**
 * Sends made-up calls to two services, one over REST and one over tRPC. Exits with
 * 1 if an answer was wrong. With `--keep` all reasons that it met become promises
 * to clients.
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

const whole = z.coerce.number().int();
const [runs, seed] = [whole.positive().parse(values.runs), whole.parse(values.seed)];

console.log(`${runs} calls, seed ${seed}`);
await using started = new AsyncDisposableStack();
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(130));

const { adminUrl, stop } = await startTemporary();
started.defer(stop);
const target = await openTarget(adminUrl);
started.defer(target.close);
const document = readDocument(await readWhole());
const { problems, answers, reasons } = await fuzz({ document, target, runs, seed });
for (const [answer, count] of answers) console.log(count, answer);
for (const { what, request, answer } of problems) {
  console.log(`\n${what}\n  ${request}\n  ${answer}`);
}
console.log(`\n${problems.length} faults, seed ${seed}`);
if (values.keep) await keepMetReasons(reasons);
process.exitCode = problems.length === 0 ? 0 : 1;
