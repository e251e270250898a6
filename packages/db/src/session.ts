import { CompiledQuery, sql, type DatabaseConnection } from 'kysely';
import { type Executor, statements } from './database.ts';
import { sessionRemedy, sessionSettings, type WrongSetting } from './requirements.ts';
import { StartError } from './start-error.ts';

declare module 'pg' {
  interface ClientBase {
    /** The server process that greeted, or the number that a pooler gave out for one. Null before. */
    readonly processID: number | null;
  }
}

/**
 * Not a single `set`: a pooler may send it to a session that others share. Settings are those of the role that logged in, which
 * may act as another.
 */
const settle = `
  select name, wanted, quote_ident(session_user) as role, quote_ident(current_database()) as database,
    case when pg_backend_pid() = $1 then set_config(name, wanted, false) else current_setting(name) end as actual
  from unnest($2::text[], $3::text[]) as required (name, wanted)
`;

type Settled = WrongSetting & { actual: string };

/** `ISO, MDY` is ISO: the rest is how dates are read, and we write none in another way. */
const isRight = ({ wanted, actual }: Settled) => actual.split(',')[0] === wanted;

/**
 * Sets a new connection's session, where the server process is the one that greeted us. A pooler greets with a number of its
 * own, and refuses or forgets what clients set: there the settings have to be right already.
 * @param greeter the process that greeted: `processID` of the client
 */
export async function settleSession(
  connection: DatabaseConnection,
  greeter: number | null,
): Promise<void> {
  const { rows } = await connection.executeQuery<Settled>(
    CompiledQuery.raw(settle, [
      greeter,
      Object.keys(sessionSettings),
      Object.values(sessionSettings),
    ]),
  );
  const wrong = rows.filter((row) => !isRight(row));
  if (wrong.length > 0) {
    throw new StartError(sessionRemedy(wrong));
  }
}

/** After this statement the transaction has no deadline of ours either. */
export const timeLimitLifted = 'set local statement_timeout = 0';

/** Lets the statements of a transaction take the time they take. */
export async function liftTimeLimit(em: Executor): Promise<void> {
  await sql.raw(timeLimitLifted).execute(statements(em));
}
