import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openDatabases } from './database.ts';
import { measure, type Measurement } from './measure.ts';
import { readOptions } from './options.ts';
import { startSide } from './servers/side.ts';

type Workload = Measurement['workload'];

const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/** Microseconds of CPU by what `nameOf` makes of a function. */
function selfTimes(
  { nodes, samples, timeDeltas }: z.infer<typeof Profile>,
  nameOf: (node: { functionName: string; url: string }) => string,
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

/** `kysely` of `…/node_modules/kysely/dist/x.js`, `packages/router` of our own. */
function packageOf({ functionName, url }: { functionName: string; url: string }): string {
  const inside = url.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1];
  const own = url.match(/\/((?:packages|apps|bench)\/[^/]+)\//)?.[1];
  const node = url.startsWith('node:') ? url : undefined;
  return inside ?? own ?? node ?? functionName;
}

function print(times: [string, number][], most: number): void {
  const all = times.reduce((sum, [, time]) => sum + time, 0);
  for (const [name, time] of times.slice(0, most)) {
    console.log(`${((time / all) * 100).toFixed(1).padStart(6)} %  ${name}`);
  }
}

/** The profiles stay here, for a viewer of flame graphs. */
const directory = fileURLToPath(new URL('../.data/profiles', import.meta.url));

async function profile(databaseUrl: string, size: number, workload: Workload): Promise<void> {
  const name = options.sides.find((side) => side !== 'pgbench') ?? 'service';
  const file = `${name}-${workload.replaceAll(' ', '-')}.cpuprofile`;
  const flags = ['--cpu-prof', `--cpu-prof-dir=${directory}`, `--cpu-prof-name=${file}`];
  const side = await startSide(name, databaseUrl, flags);
  const subject = { side, databaseUrl, size };
  await measure(subject, workload, { ...options, seconds: options['warm-up'] });
  const { perSecond, cpu = Number.NaN } = await measure(subject, workload, options);
  await side.stop();
  const profiled = Profile.parse(JSON.parse(await readFile(join(directory, file), 'utf8')));
  const rate = `${perSecond.toFixed(0)}/s, ${cpu.toFixed(0)} µs CPU each`;
  console.log(`\n${name}, ${workload} at ${size}: ${rate}; ${join(directory, file)}`);
  print(selfTimes(profiled, packageOf), 25);
}

/** Where a side's process spends its time, by package: each workload for `--seconds`, after a warm-up. */
const options = readOptions(process.argv.slice(2));
await mkdir(directory, { recursive: true });
const databases = await openDatabases();
try {
  const [size = 1_000] = options.sizes;
  const databaseUrl = await databases.service(size);
  for (const workload of options.workloads) {
    await profile(databaseUrl, size, workload);
  }
} finally {
  await databases.close();
}
process.exit();
