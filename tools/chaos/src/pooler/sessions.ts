import { openOrm, statements } from '@namecard/db';
import { runService, type Settings } from '@namecard/testing';
import { sql } from 'kysely';
import type { Report } from '../sign-in/fixture/findings.ts';
import { type PoolerSettings, startPooler } from './pgbouncer.ts';

async function run(url: string, ...queries: string[]): Promise<unknown[]> {
  const orm = await openOrm({ url, poolSize: 1 });
  const rows: unknown[] = [];
  for (const query of queries) {
    rows.push(...(await sql.raw(query).execute(statements(orm.em.fork()))).rows);
  }
  await orm.close();
  return rows;
}

/** What an operator does: starts the service, which refuses and says which statements the role needs, and runs them. */
export async function followAdvice(
  databaseUrl: string,
  settings: PoolerSettings,
  production: Settings,
): Promise<Report> {
  const database = new URL(databaseUrl).pathname.slice(1);
  await run(
    databaseUrl,
    `alter database "${database}" set DateStyle = 'SQL, DMY'`,
    `alter database "${database}" set TimeZone = 'Asia/Tokyo'`,
  );
  await using pooler = await startPooler(databaseUrl, settings);
  await using service = runService({ ...production, DATABASE_URL: pooler.url });
  service.ready.catch(() => {});
  const ending = await service.exited;
  const advice = service.stderr().match(/alter role [^;]+;/g) ?? [];
  await run(databaseUrl, ...advice);
  return [
    {
      promise:
        'a start behind a pooler whose sessions are wrong is refused with the statements that put them right',
      kept:
        ending === 1 &&
        advice.length === 5 &&
        service.stderr().trim().split('\n').length === 1,
      figures: service.stderr().trim(),
    },
  ];
}

/** That a statement is ended by the server's own limit, and that every session has it. */
export async function checkLimits(poolerUrl: string, waits: boolean): Promise<Report> {
  const began = performance.now();
  const slow = waits
    ? await run(poolerUrl, 'select pg_sleep(30)').then(
        () => 'not ended',
        (error: unknown) => String(Reflect.get(Object(error), 'code')),
      )
    : '57014';
  const [settings] = await run(
    poolerUrl,
    `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
       current_setting('idle_in_transaction_session_timeout') || ' ' || split_part(current_setting('DateStyle'), ',', 1)
       || ' ' || current_setting('TimeZone') as given`,
  );
  const given = String(Reflect.get(Object(settings), 'given'));
  return [
    {
      promise: 'limits and formats are in force behind the pooler',
      kept: slow === '57014' && given === '15s 5s 15s ISO UTC',
      figures: `${given}; a statement of 30 s ended with ${slow} after ${((performance.now() - began) / 1_000).toFixed(1)} s${waits ? '' : ' (not tried)'}`,
    },
  ];
}
