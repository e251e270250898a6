import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CpuProfile, packageOf, selfTimes } from './cpu-profile.ts';
import { openDatabases } from './database.ts';
import { flameGraph } from './flame-graph.ts';
import { measure, startSubject, type Workload } from './measure.ts';
import { readOptions } from './options.ts';

function print(times: [string, number][], most: number): void {
  const all = times.reduce((sum, [, time]) => sum + time, 0);
  for (const [name, time] of times.slice(0, most)) {
    console.log(`${((time / all) * 100).toFixed(1).padStart(6)} %  ${name}`);
  }
}

/** The profiles stay here, for a viewer of flame graphs. */
const directory = fileURLToPath(new URL('../../.data/profiles', import.meta.url));

async function profile(
  databaseUrl: string,
  size: number,
  workload: Workload,
): Promise<void> {
  const [peer = 'service', ...others] = options.peers;
  const name = others.length > 0 || peer === 'pgbench' ? 'service' : peer;
  const file = `${name}-${workload.replaceAll(' ', '-')}.cpuprofile`;
  const flags = ['--cpu-prof', `--cpu-prof-dir=${directory}`, `--cpu-prof-name=${file}`];
  const subject = await startSubject(name, databaseUrl, size, { flags });
  const asked = { workload, callers: options.callers[0] ?? 20 };
  await measure(subject, asked, { ...options, seconds: options['warm-up'] });
  const { perSecond, cpu = Number.NaN } = await measure(subject, asked, options);
  await subject.side.stop();
  const profiled = CpuProfile.parse(
    JSON.parse(await readFile(join(directory, file), 'utf8')),
  );
  const rate = `${perSecond.toFixed(0)}/s, ${cpu.toFixed(0)} µs CPU each`;
  console.log(`\n${name}, ${workload} at ${size}: ${rate}; ${join(directory, file)}`);
  print(selfTimes(profiled, packageOf), 25);
  await mkdir(options.out, { recursive: true });
  const drawing = join(options.out, file.replace('.cpuprofile', '.flame.svg'));
  await writeFile(drawing, flameGraph(profiled, `${name}, ${workload}: ${rate}`));
}

/** Where a side's process spends its time, by package and as a flame graph: each workload for `--seconds`, after a warm-up. The service's, unless `--peers` names one peer. */
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
