import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openOrm, statements } from '@namecard/db';
import { runService } from '@namecard/testing';
import { sql } from 'kysely';
import { exactly, holds, type Figure } from '../harness/figures.ts';
import { productionSettings } from '../harness/start-service.ts';

async function run(url: string, ...queries: string[]): Promise<unknown[]> {
  const orm = await openOrm({ url, poolSize: 1 });
  const rows: unknown[] = [];
  for (const query of queries) {
    rows.push(...(await sql.raw(query).execute(statements(orm.em.fork()))).rows);
  }
  await orm.close();
  return rows;
}

/**
 * Gives sessions wrong defaults, which this pooler can't correct. A role's
 * setting for one database overrides the role's general setting.
 */
export async function spoilSessions(databaseUrl: string): Promise<void> {
  const database = new URL(databaseUrl).pathname.slice(1);
  await run(
    databaseUrl,
    `alter database "${database}" set DateStyle = 'SQL, DMY'`,
    `alter role current_user in database "${database}" set TimeZone = 'Asia/Tokyo'`,
  );
}

/** Runs a statement in PgBouncer's console, which only accepts simple queries. */
async function runInConsole(poolerUrl: string, statement: string): Promise<void> {
  const url = Object.assign(new URL(poolerUrl), { pathname: '/pgbouncer' }).href;
  await promisify(execFile)('psql', [url, '--no-psqlrc', '--command', statement]);
}

/**
 * Follows the instructions exactly: the service refuses to start and prints
 * statements, which this runs in the database and in the pooler's console.
 */
export async function followAdvice(
  databaseUrl: string,
  poolerUrl: string,
): Promise<Figure[]> {
  const settings = productionSettings(poolerUrl, { url: 'http://127.0.0.1:1' });
  await using service = runService(settings);
  service.ready.catch(() => {});
  const ending = await service.exited;
  const line = service.stderr().trim();
  const advice = line.match(/alter role [^;]+;/g) ?? [];
  await run(databaseUrl, ...advice);
  const inConsole = line.match(/console: ([A-Z]+;)/)?.[1] ?? '';
  await runInConsole(poolerUrl, inConsole);
  return [
    exactly('exit code of a start with wrong sessions', Number(ending), 1),
    exactly('statements that it names', advice.length, 5),
    exactly('lines', line.split('\n').length, 1),
  ];
}

/** Whether pooled sessions have the service's limits and formats. */
export async function limitFigure(poolerUrl: string): Promise<Figure> {
  const [settings] = await run(
    poolerUrl,
    `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
       current_setting('idle_in_transaction_session_timeout') || ' ' || split_part(current_setting('DateStyle'), ',', 1)
       || ' ' || current_setting('TimeZone') as given`,
  );
  const given = String(Reflect.get(Object(settings), 'given'));
  return holds(`limits and formats: ${given}`, given === '15s 5s 15s ISO UTC');
}
