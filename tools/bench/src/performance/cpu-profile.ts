import { z } from 'zod';

/** What `node --cpu-prof` writes, as far as it is read here. Times in microseconds. */
export const CpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.number()).default([]),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

export type CpuProfile = z.infer<typeof CpuProfile>;

export type CallFrame = CpuProfile['nodes'][number]['callFrame'];

/** `kysely` of `…/node_modules/kysely/dist/x.js`, `packages/router` of our own. */
export function packageOf({ functionName, url }: CallFrame): string {
  const inside = url.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1];
  const own = url.match(/\/((?:packages|apps|tools)\/[^/]+)\//)?.[1];
  const node = url.startsWith('node:') ? url : undefined;
  return inside ?? own ?? node ?? functionName;
}

/** Microseconds of CPU by what `nameOf` makes of a function, the most first. */
export function selfTimes(
  { nodes, samples, timeDeltas }: CpuProfile,
  nameOf: (node: CallFrame) => string,
): [string, number][] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? '';
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  times.delete('(idle)');
  return [...times].toSorted(([, one], [, other]) => other - one);
}
