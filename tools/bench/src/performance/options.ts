import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { workloads } from './requests.ts';

const allWorkloads = [...workloads, 'sign-in'] as const;

const allSides = ['service', 'hand-written', 'plugin', 'better-auth', 'pgbench'] as const;

const list = <Item extends string>(items: readonly [Item, ...Item[]]) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(items)));

const number = z.coerce.number().positive();

const Options = z.object({
  sizes: z
    .string()
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().min(200))),
  workloads: list(allWorkloads),
  sides: list(allSides),
  rounds: number,
  seconds: number,
  'warm-up': number,
  connections: number,
  'sign-ins': number,
  out: z.string(),
});

export type Options = z.infer<typeof Options>;

const defaults = {
  sizes: '1000,1000000',
  workloads: allWorkloads.join(','),
  sides: allSides.join(','),
  rounds: '5',
  seconds: '4',
  'warm-up': '2',
  connections: '20',
  'sign-ins': '1000',
  out: fileURLToPath(new URL('../../results', import.meta.url)),
};

/** Reads the command line: `--name value` for each option, lists separated by commas. */
export function readOptions(given: string[]): Options {
  const { values } = parseArgs({
    args: given,
    options: {
      sizes: { type: 'string', default: defaults.sizes },
      workloads: { type: 'string', default: defaults.workloads },
      sides: { type: 'string', default: defaults.sides },
      rounds: { type: 'string', default: defaults.rounds },
      seconds: { type: 'string', default: defaults.seconds },
      'warm-up': { type: 'string', default: defaults['warm-up'] },
      connections: { type: 'string', default: defaults.connections },
      'sign-ins': { type: 'string', default: defaults['sign-ins'] },
      out: { type: 'string', default: defaults.out },
    },
  });
  return Options.parse(values);
}
