import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { checkOut, thisCheckout } from './checkout.ts';
import { measureAll, type Measurement, type Plan } from './pairs.ts';
import { tables, withSection } from './report.ts';

/**
 * Compares this version with a hand-written server and better-auth, or with other
 * revisions. Writes results/README.md.
 *
 *     npm run bench -- [--before REV]… [--only NAME] [--pairs 20] [--most 60] [--size 20000]
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    pairs: { type: 'string', default: '20' },
    most: { type: 'string' },
    size: { type: 'string', default: '20000' },
  },
});

const count = z.coerce.number<string>().int();

const { before, only, pairs, size, most } = z
  .object({
    before: z.array(z.string()),
    only: z.string(),
    pairs: count.min(1),
    most: count.optional(),
    size: count.min(200),
  })
  .parse(values);

// A signal alone would not stop the started processes; exit handlers do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(1));
}

const plan: Plan = {
  version: thisCheckout,
  before: before.map(checkOut),
  size,
  only,
  pairs,
  // Between revisions even small differences matter.
  most: most ?? (before.length > 0 ? 60 : pairs),
  turns: 2,
  share: 1,
};

const results = fileURLToPath(new URL('../results/', import.meta.url));
const file = `${results}README.md`;

function currentPage(): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Called after each round, because a run may be interrupted. */
function write(measurements: readonly Measurement[]): string {
  const title = before.length > 0 ? 'Beside another revision' : 'Beside others';
  const text = tables(measurements, plan);
  mkdirSync(results, { recursive: true });
  writeFileSync(file, withSection(currentPage(), title, text));
  return text;
}

const measurements = await measureAll(plan, (soFar) => {
  write(soFar);
  console.log(`pair ${Math.max(...soFar.map(({ pair }) => pair))}`);
});
console.log(`\n${write(measurements)}`);
process.exit();
