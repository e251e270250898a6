import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { checkOut, thisCheckout } from './checkout.ts';
import { compare } from './compare.ts';
import { rowOf, tableOf } from './report.ts';

const results = fileURLToPath(new URL('../../results/', import.meta.url));

const { values } = parseArgs({
  options: {
    before: { type: 'string', multiple: true },
    pairs: { type: 'string', default: '20' },
    most: { type: 'string', default: '60' },
    size: { type: 'string', default: '1000' },
  },
});

const Options = z.object({
  before: z.array(z.string(), 'Name a revision: --before main'),
  pairs: z.coerce.number().int().min(2),
  most: z.coerce.number().int(),
  size: z.coerce.number().int().min(200),
});

const { before: revisions, ...options } = Options.parse(values);
const plan = { ...options, before: revisions.map(checkOut), after: thisCheckout, share: 1 };
const comparisons = await compare(plan, (found) => console.log(found.map(rowOf).join('\n')));
const table = tableOf(comparisons, plan);
console.log(`\n${table}`);
mkdirSync(results, { recursive: true });
writeFileSync(`${results}compare.md`, `# Before and after\n\n${table}\n`);
