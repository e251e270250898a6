import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { percentile, residentMegabytes } from '@namecard/testing';
import { sql } from 'kysely';
import { answerFigures, lostFigures } from './harness/book.ts';
import { startLoad, type Kind } from './harness/load.ts';
import { lookInto, type Look } from './harness/look.ts';
import type { Scenario } from './harness/scenario.ts';
import { startService, unlimited } from './harness/start-service.ts';

const users = 20;

/** Mostly reads, and writes that keep the database's size. */
const kinds: Kind[] = [
  ...(['list', 'read oneself', 'edit oneself', 'list', 'read oneself'] as const),
  ...(['create', 'edit', 'remove', 'guess', 'renew'] as const),
];

/** Checks in each quarter of the run. */
const looksPerQuarter = 12;

/** The most connections of the service, opened when needed. */
const poolSize = 10;

/** Connections of clients that may be open during a check. */
const comingAndGoing = 2;

type Held = { memory: number; handles: number; connections: number };

async function heldBy(pid: number, { orm }: Look): Promise<Held> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()
  `.execute(statements(orm.em.fork()));
  const connections = rows[0]?.count ?? Number.NaN;
  const handles = readdirSync(`/proc/${pid}/fd`).length - connections;
  return { memory: residentMegabytes(pid), handles, connections };
}

function medianOf(held: readonly Held[], quarter: number): Held {
  const part = held.slice(quarter * looksPerQuarter, (quarter + 1) * looksPerQuarter);
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
}

export const soak: Scenario = {
  name: 'soak',
  promise: 'under steady load memory, handles and connections do not grow',
  run: async ({ databaseUrl, short }) => {
    const minutes = short ? 2 : 120;
    const people = { users, profiles: 1_000 };
    const wishes = { people, settings: unlimited };
    await using service = await startService(databaseUrl, wishes);
    await using look = await lookInto(databaseUrl);
    const pid = service.instances[0].pid();
    const held: Held[] = [];
    const load = startLoad(service, service.tokens, { kinds, rest: 1_000 });
    while (held.length < 4 * looksPerQuarter) {
      await sleep((minutes * 60_000) / (4 * looksPerQuarter));
      held.push(await heldBy(pid, look));
    }
    await load.stop();
    const [second, last] = [medianOf(held, 1), medianOf(held, 3)];
    // V8's heap takes ten minutes to reach its size.
    const mostGrowth = short ? 25 : 5;
    return [
      { name: 'memory in the second quarter', value: second.memory, unit: 'MB' },
      { name: 'memory in the last quarter', value: last.memory, unit: 'MB' },
      {
        name: '% more in the last than in the second',
        value: (last.memory / second.memory - 1) * 100,
        atMost: mostGrowth,
      },
      {
        name: 'handles in the last quarter',
        value: last.handles,
        atMost: second.handles + comingAndGoing,
      },
      {
        name: 'connections to the database',
        value: last.connections,
        atLeast: 1,
        atMost: poolSize,
      },
      ...answerFigures(load.answers),
      ...(await lostFigures(load, service)),
    ];
  },
};
