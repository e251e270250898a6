import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile, residentMegabytes } from '@namecard/testing';
import { openOrm, statements } from '@namecard/db';
import { sql } from 'kysely';
import { openDatabases } from './database.ts';
import { load } from './load.ts';
import { startSubject } from './measure.ts';
import type { Workload } from './requests.ts';
import { signIn } from './sign-in.ts';
import { loadAverage } from './usage.ts';

/** Asked for in turn: reads, and writes that leave the database as large as it was. */
const mix = [
  'first page',
  'read oneself',
  'update oneself',
  'middle page',
] as const satisfies Workload[];

/** New users who sign in at each step, so that codes, mails and limits are in the mix. */
const newcomers = 20;

/** A second after the last answer no client's connection is open any more, and what is held is the service's own. */
const settling = 1_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    rate: { type: 'string', default: '100' },
    size: { type: 'string', default: '1000' },
  },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
const size = Number(values.size);

/** So many that a quarter of them has as much of each workload as another quarter. */
const steps = minutes >= 10 ? 48 : 16;

/** In ten minutes V8 has grown its heap to what it needs; a shorter run is still on the way there. */
const mostGrowth = minutes >= 10 ? 1.05 : 1.25;

/** Connections that the service keeps at most. It opens them as it needs them, on a busy machine the last of them late. */
const poolSize = 10;

type Held = {
  /** Megabytes. */
  memory: number;
  /** But those of connections to the database. */
  handles: number;
  connections: number;
};

/** What a quarter of the run held, the first being 0: the median of each. */
const medians = (held: Held[], quarter: number): Held => {
  const part = held.slice((quarter * steps) / 4, ((quarter + 1) * steps) / 4);
  const median = (kind: keyof Held) =>
    percentile(
      part.map((each) => each[kind]),
      0.5,
    );
  return {
    memory: median('memory'),
    handles: median('handles'),
    connections: median('connections'),
  };
};

const told = ({ memory, handles, connections }: Held) =>
  `${memory.toFixed(0)} MB, ${connections} connections to the database, ${handles} other handles`;

/** Whether the service, under steady load, holds in the last quarter what it held in the second. */
const databases = await openDatabases();
try {
  const url = await databases.service(size);
  const { side, people } = await startSubject('service', url, size);
  const {
    origins,
    pids: [pid = 0],
    name,
  } = side;
  const orm = await openOrm({ url, poolSize: 1 });
  const connectionCount = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    `.execute(statements(orm.em.fork()));
    return rows[0]?.count ?? Number.NaN;
  };
  const held: Held[] = [];
  for (const step of Array.from({ length: steps }).keys()) {
    await signIn(side, url, { users: newcomers, callers: 5 });
    const workload = mix[step % mix.length] ?? 'first page';
    const seconds = (minutes * 60) / steps;
    const plan = { kind: 'workload', workload, size, people, seconds, rate } as const;
    const { latencies } = await load({ ...plan, side: name, origins, callers: 20 });
    await sleep(settling);
    const connections = await connectionCount();
    const handles = readdirSync(`/proc/${pid}/fd`).length - connections;
    const now = { memory: residentMegabytes(pid), handles, connections };
    held.push(now);
    const answered = `${latencies.length} × ${workload}, p99 ${percentile(latencies, 0.99).toFixed(1)} ms`;
    console.log(
      `${step + 1} of ${steps}: ${answered}; ${told(now)}; load ${loadAverage()}`,
    );
  }
  const [second, last] = [medians(held, 1), medians(held, 3)];
  const kept =
    last.memory <= second.memory * mostGrowth &&
    last.handles <= second.handles &&
    last.connections <= poolSize;
  const ratio = (last.memory / second.memory).toFixed(3);
  console.log(
    `second quarter ${told(second)}; last quarter ${told(last)}: ${ratio} of the memory, target ≤ ${mostGrowth}: ${kept ? 'kept' : 'not kept'}`,
  );
  process.exitCode = kept ? 0 : 1;
  await orm.close();
  await side.stop();
} finally {
  await databases.close();
}
process.exit();
