import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { nodeFlags, residentMegabytes, startService } from '@namecard/testing';
import { openDatabases } from './database.ts';
import { serverEnvironment } from './settings.ts';
import { spreadOf } from './statistics.ts';
import { loadAverage } from './usage.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
  },
});

type Start = { seconds: number; memory: number };

/** Starts the service as `npm start` does, waits until `/readyz` answers 200, and stops it. */
async function startOnce(databaseUrl: string): Promise<Start> {
  const began = performance.now();
  const { origin, pid, stop } = await startService(
    { ...serverEnvironment, DATABASE_URL: databaseUrl },
    { flags: nodeFlags },
  );
  try {
    const { ok } = await fetch(`${origin}/readyz`);
    if (!ok) {
      throw new Error('It listens but is not ready');
    }
    const seconds = (performance.now() - began) / 1_000;
    await sleep(1_000);
    return { seconds, memory: residentMegabytes(pid) };
  } finally {
    await stop();
  }
}

/** How long the service takes to be ready on a database that exists, and the memory it holds then. */
const databases = await openDatabases();
try {
  const databaseUrl = await databases.service(Number(values.size));
  const starts: Start[] = [];
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    starts.push(await startOnce(databaseUrl));
  }
  const seconds = spreadOf(starts.map((start) => start.seconds));
  const memory = spreadOf(starts.map((start) => start.memory));
  console.log(
    `ready after ${seconds.median.toFixed(2)} s (${seconds.lowest.toFixed(2)}–${seconds.highest.toFixed(2)}), target ≤ 1.5; ` +
      `${memory.median.toFixed(0)} MB (${memory.lowest.toFixed(0)}–${memory.highest.toFixed(0)}), target < 200; load ${loadAverage()}`,
  );
  process.exitCode = seconds.median <= 1.5 && memory.median < 200 ? 0 : 1;
} finally {
  await databases.close();
}
process.exit();
