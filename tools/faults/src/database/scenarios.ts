import { startTemporary } from '@namecard/db/testing';
import { startPgbouncer, type PoolerSettings } from '../harness/pgbouncer.ts';
import type { Scenario } from '../harness/scenario.ts';
import { useAt } from './load.ts';
import { followAdvice, limitFigure, spoilSessions } from './sessions.ts';
import { fallSilent } from './silence.ts';

const shared: PoolerSettings = { mode: 'transaction', poolSize: 5 };

/** Each connection of an instance holds one of the pooler's. */
const own: PoolerSettings = { mode: 'session', poolSize: 40 };

const behind = (name: string, pooling: PoolerSettings): Scenario => ({
  name: `pooler/${name}`,
  promise: 'PgBouncer: nothing lost, 0.1 % of 503 at most',
  needs: ['/usr/sbin/pgbouncer', '/usr/bin/psql'],
  run: async ({ short }) => {
    // The advice changes the role, which all databases of a server share.
    await using started = new AsyncDisposableStack();
    const { adminUrl, stop } = await startTemporary();
    started.defer(stop);
    await spoilSessions(adminUrl);
    const pooler = started.use(await startPgbouncer(adminUrl, pooling));
    const advised = await followAdvice(adminUrl, pooler.url);
    const used = await useAt(pooler.url, { seconds: short ? 4 : 60 });
    return [...advised, await limitFigure(pooler.url), ...used];
  },
});

export const pooling: Scenario[] = [
  behind('transaction', shared),
  behind('session', own),
  {
    name: 'silence',
    promise: '30 s after all connections fall silent, people are served again',
    run: ({ databaseUrl }) => fallSilent(databaseUrl),
  },
];
