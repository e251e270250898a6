import { withConnection } from '@namecard/embedded-postgres';
import { productionSettings, runService } from '@namecard/testing';
import { exactly, holds, type Figure } from '../harness/figures.ts';

/** Runs statements as simple queries, which alone PgBouncer's console accepts. */
const run = async (url: string, statements: string) =>
  withConnection(url, (client) => client.query(statements));

/**
 * Gives sessions wrong defaults, which this pooler can't correct. A role's
 * setting for one database overrides the role's general setting.
 */
export async function spoilSessions(databaseUrl: string): Promise<void> {
  const database = new URL(databaseUrl).pathname.slice(1);
  await run(
    databaseUrl,
    `alter database "${database}" set DateStyle = 'SQL, DMY';
     alter role current_user in database "${database}" set TimeZone = 'Asia/Tokyo'`,
  );
}

/**
 * Follows the instructions exactly: the service refuses to start and prints
 * statements, which this runs in the database and in the pooler's console.
 */
export async function followAdvice(
  databaseUrl: string,
  poolerUrl: string,
): Promise<Figure[]> {
  const settings = productionSettings(poolerUrl, 'http://127.0.0.1:1');
  await using service = runService(settings);
  service.ready.catch(() => {});
  const ending = await service.exited;
  const line = service.stderr().trim();
  const advice = line.match(/alter role [^;]+;/g) ?? [];
  await run(databaseUrl, advice.join(' '));
  const inConsole = line.match(/console: ([A-Z]+;)/)?.[1] ?? '';
  const console = Object.assign(new URL(poolerUrl), { pathname: '/pgbouncer' });
  await run(console.href, inConsole);
  return [
    exactly('exit code of a start with wrong sessions', Number(ending), 1),
    exactly('statements that it names', advice.length, 5),
    exactly('lines', line.split('\n').length, 1),
  ];
}

/** Whether pooled sessions have the service's limits and formats. */
export async function limitFigure(poolerUrl: string): Promise<Figure> {
  const { rows } = await run(
    poolerUrl,
    `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
       current_setting('idle_in_transaction_session_timeout') || ' ' || split_part(current_setting('DateStyle'), ',', 1)
       || ' ' || current_setting('TimeZone') as given`,
  );
  const given = String(Reflect.get(Object(rows[0]), 'given'));
  return holds(`limits and formats: ${given}`, given === '15s 5s 15s ISO UTC');
}
