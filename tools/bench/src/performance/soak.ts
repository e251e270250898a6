import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { residentMegabytes } from '@namecard/testing';
import { openDatabases } from './database.ts';
import { load } from './load.ts';
import { startSubject } from './measure.ts';
import type { Workload } from './requests.ts';
import { loadAverage } from './usage.ts';

/** Asked for in turn: reads, and writes that leave the database as large as it was. */
const mix: Workload[] = ['first page', 'read oneself', 'update oneself', 'middle page'];

const steps = 20;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    size: { type: 'string', default: '1000' },
  },
});
const requests = Number(values.requests);
const size = Number(values.size);

/** Whether the process still holds, after all of the requests, what it held after a fifth of them. */
const databases = await openDatabases();
try {
  const { side, people } = await startSubject('service', await databases.service(size), size);
  const memory: number[] = [];
  const { origin, pid, name } = side;
  console.log(`at the start ${residentMegabytes(pid).toFixed(0)} MB`);
  for (let step = 1; step <= steps; step += 1) {
    for (const workload of mix) {
      const amount = Math.ceil(requests / steps / mix.length);
      const plan = { kind: 'workload', workload, size, people, seconds: 0, amount } as const;
      await load({ ...plan, side: name, origin, connections: 20 });
    }
    await sleep(500);
    memory.push(residentMegabytes(pid));
    const sent = Math.round((requests / steps) * step);
    console.log(`${sent} requests: ${memory.at(-1)?.toFixed(0)} MB, load ${loadAverage()}`);
  }
  const [fifth = Number.NaN, all = Number.NaN] = [memory[steps / 5 - 1], memory.at(-1)];
  const kept = all <= fifth * 1.1;
  const ratio = `${(all / fifth).toFixed(2)} of what it was after a fifth`;
  console.log(
    `memory after ${requests} requests is ${ratio}, target ≤ 1.10: ${kept ? 'kept' : 'not kept'}`,
  );
  process.exitCode = kept ? 0 : 1;
  await side.stop();
} finally {
  await databases.close();
}
process.exit();
