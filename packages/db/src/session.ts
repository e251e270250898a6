import { CompiledQuery, sql, type DatabaseConnection } from 'kysely';
import { type Executor, statements } from './database.ts';
import { sessionRemedy, sessionSettings, type WrongSetting } from './requirements.ts';
import { StartError } from './start-error.ts';

declare module 'pg' {
  interface ClientBase {
    /** The server process, or a pooler's own number; null before the greeting. */
    readonly processID: number | null;
  }
}

/**
 * No plain `set`: a pooler may send it to a session that others share. Compiling a
 * statement took ten times as long as running it, so it is switched off where it can be.
 * So is PostgreSQL 17's limit of a whole transaction, which would end long migrations.
 */
const settle = `
  select name, wanted, quote_ident(session_user) as role, quote_ident(current_database()) as database,
    case when pg_backend_pid() = $1 then set_config(name, wanted, false) else current_setting(name) end as actual,
    case when pg_backend_pid() = $1 then set_config('jit', 'off', false) end,
    case
      when pg_backend_pid() = $1 and current_setting('transaction_timeout', true) is not null
      then set_config('transaction_timeout', '0', false)
    end
  from unnest($2::text[], $3::text[]) as required (name, wanted)
`;

type Settled = WrongSetting & { actual: string };

/** `ISO, MDY` is right too: the second part is for input in other formats. */
const isRight = ({ wanted, actual }: Settled) => actual.split(',')[0] === wanted;

/**
 * Sets a new session, if its server process greeted us. A pooler greets with its
 * own number, and refuses or forgets settings. Then they must be right already.
 * @param greeter `processID` of the client
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

/** This statement also lifts our own deadline for the transaction. */
export const timeLimitLifted = 'set local statement_timeout = 0';

export async function liftTimeLimit(em: Executor): Promise<void> {
  await sql.raw(timeLimitLifted).execute(statements(em));
}
