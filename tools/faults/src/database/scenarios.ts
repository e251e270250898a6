import { openOrm, statements } from '@namecard/db';
import { sql } from 'kysely';
import { startPgbouncer, type PoolerSettings } from '../harness/pgbouncer.ts';
import { startPostgres } from '../harness/postgres.ts';
import type { Scenario } from '../harness/scenario.ts';
import { useAt } from './load.ts';
import { followAdvice, limitFigures, spoilSessions } from './sessions.ts';
import { fallSilent } from './silence.ts';

const secondsOf = (short: boolean) => (short ? 4 : 60);

const shared: PoolerSettings = { mode: 'transaction', poolSize: 5 };

/** Each connection of an instance holds one of the pooler's. */
const own: PoolerSettings = { mode: 'session', poolSize: 40 };

const behind = (name: string, pooling: PoolerSettings): Scenario => ({
  name: `pooler/${name}`,
  promise: 'PgBouncer: nothing lost, 0.1 % of 503 at most',
  needs: ['/usr/sbin/pgbouncer', '/usr/bin/psql'],
  run: async ({ short }) => {
    // The advice changes the role, which all databases of a server share.
    await using postgres = await startPostgres();
    await spoilSessions(postgres.url);
    await using pooler = await startPgbouncer(postgres.url, pooling);
    const advised = await followAdvice(postgres.url, pooler.url);
    const [used, limits] = await Promise.all([
      useAt(pooler.url, { seconds: secondsOf(short) }),
      limitFigures(pooler.url, !short),
    ]);
    return [...advised, ...limits, ...used];
  },
});

const isolated = (level: string): Scenario => ({
  name: `isolation/${level.replace(' ', '-')}`,
  promise: `transactions at ${level}: nothing lost, 0.1 % of 503 at most`,
  run: async ({ databaseUrl, short }) => {
    const orm = await openOrm({ url: databaseUrl, poolSize: 1 });
    const database = new URL(databaseUrl).pathname.slice(1);
    await sql`alter database ${sql.ref(database)} set default_transaction_isolation = ${sql.lit(level)}`.execute(
      statements(orm.em.fork()),
    );
    await orm.close();
    return useAt(databaseUrl, { seconds: secondsOf(short) });
  },
});

export const pooling: Scenario[] = [
  behind('transaction', shared),
  behind('session', own),
  isolated('repeatable read'),
  isolated('serializable'),
  {
    name: 'silence',
    promise: '30 s after all connections fall silent, people are served again',
    run: ({ databaseUrl }) => fallSilent(databaseUrl),
  },
];
