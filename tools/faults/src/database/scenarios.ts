import { startTemporary } from '@namecard/db/testing';
import { startPgbouncer } from '../harness/pgbouncer.ts';
import type { Scenario } from '../harness/scenario.ts';
import { useAt } from './load.ts';
import { followAdvice, limitFigure, spoilSessions } from './sessions.ts';
import { fallSilent } from './silence.ts';

export const databases: Scenario[] = [
  {
    name: 'pooler',
    promise: 'PgBouncer in transaction mode: nothing lost, 0.1 % of 503 at most',
    needs: ['/usr/sbin/pgbouncer', '/usr/bin/psql'],
    run: async ({ short }) => {
      // The advice changes the role, which all databases of a server share.
      await using started = new AsyncDisposableStack();
      const { adminUrl, stop } = await startTemporary();
      started.defer(stop);
      await spoilSessions(adminUrl);
      const pooler = started.use(await startPgbouncer(adminUrl));
      const advised = await followAdvice(adminUrl, pooler.url);
      const used = await useAt(pooler.url, { seconds: short ? 4 : 60 });
      return [...advised, await limitFigure(pooler.url), ...used];
    },
  },
  {
    name: 'silence',
    promise: '30 s after all connections fall silent, people are served again',
    run: ({ databaseUrl }) => fallSilent(databaseUrl),
  },
];
