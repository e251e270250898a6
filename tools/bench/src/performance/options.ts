import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { workloads } from './requests.ts';

const allWorkloads = [...workloads, 'sign-in'] as const;

/** What the service is measured beside; `itself` is a second one, which shows the measurement's own error. */
const allPeers = [
  'itself',
  'hand-written',
  'pipelined',
  'plugin',
  'better-auth',
  'pgbench',
] as const;

const words = z.string().transform((text) => text.split(','));

const list = <Item extends string>(items: readonly [Item, ...Item[]]) =>
  words.pipe(z.array(z.enum(items)));

const number = z.coerce.number<string>().positive();
const count = z.coerce.number<string>().int().positive();

const Options = z
  .object({
    sizes: words.pipe(z.array(z.coerce.number<string>().int().min(200))),
    workloads: list(allWorkloads),
    peers: list(allPeers),
    callers: words.pipe(z.array(count)),
    /** As fast as it goes; at half of the hand-written peer's best; or at so many requests a second. */
    rate: words.pipe(z.array(z.union([z.enum(['full', 'half']), number]))),
    instances: count,
    pairs: count,
    seconds: number,
    'warm-up': number,
    'sign-ins': count,
    out: z.string(),
  })
  .refine(
    ({ rate, peers }) => !rate.includes('half') || peers.includes('hand-written'),
    'Half is half of what hand-written does: name it in --peers, or give --rate a number',
  );

export type Options = z.infer<typeof Options>;

const text = <Default extends string>(value: Default) =>
  ({ type: 'string', default: value }) as const;

/** Reads the command line: `--name value` for each option, lists separated by commas. */
export function readOptions(given: string[]): Options {
  const { values } = parseArgs({
    args: given,
    options: {
      sizes: text('20000,1000000'),
      workloads: text(allWorkloads.join(',')),
      peers: text(allPeers.join(',')),
      callers: text('20'),
      rate: text('full,half'),
      instances: text('1'),
      pairs: text('20'),
      seconds: text('3'),
      'warm-up': text('3'),
      'sign-ins': text('1000'),
      out: text(fileURLToPath(new URL('../../results', import.meta.url))),
    },
  });
  return Options.parse(values);
}
