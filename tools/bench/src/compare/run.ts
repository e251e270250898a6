import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { checkOut, thisCheckout } from './checkout.ts';
import { compare, type Comparison } from './compare.ts';
import { tableOf } from './report.ts';

const results = fileURLToPath(new URL('../../results/', import.meta.url));

const { values } = parseArgs({
  options: {
    before: { type: 'string', multiple: true },
    pairs: { type: 'string', default: '20' },
    most: { type: 'string', default: '60' },
    size: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
  },
});

const Options = z.object({
  before: z.array(z.string(), 'Name a revision: --before main'),
  pairs: z.coerce.number().int().min(2),
  most: z.coerce.number().int(),
  size: z.coerce.number().int().min(200),
  only: z.string(),
});

// What was started is stopped when the process exits, which a signal alone would not do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(1));
}

const { before: revisions, ...options } = Options.parse(values);
const versions = { before: revisions.map(checkOut), after: thisCheckout };
const plan = { ...options, ...versions, turns: 4, share: 1 };
mkdirSync(results, { recursive: true });

/** Written after each round, since a run may be broken off. */
function write(comparisons: Comparison[]): string {
  const table = tableOf(comparisons, plan);
  writeFileSync(`${results}compare.md`, `# Before and after\n\n${table}\n`);
  return table;
}

const comparisons = await compare(plan, (soFar) => {
  write(soFar);
  console.log(`${Math.max(...soFar.map(({ pairs }) => pairs))} pairs`);
});
console.log(`\n${write(comparisons)}`);
