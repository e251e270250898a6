import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

/**
 * Runs the histories at length: `--steps` of them (5000), from `--seed` on (any). A history that fails is printed with its
 * seed, shortened to what it takes to fail.
 */
const { values } = parseArgs({
  options: { steps: { type: 'string' }, seed: { type: 'string' } },
});

const histories = {
  steps: Number(values.steps ?? 5_000),
  seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000)),
};

const vitest = await startVitest('test', ['tools/chaos/src/invariants'], {
  root: `${import.meta.dirname}/../../../..`,
  watch: false,
  provide: { histories },
});
await vitest.close();
