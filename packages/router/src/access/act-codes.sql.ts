import {
  allRows,
  type Executor,
  firstRow,
  hasRow,
  type Language,
  statements,
} from '@namecard/db';
import { sql } from 'kysely';
import { secondsUntil } from './limits.sql.ts';

/** How long a code is good, and how many one session may ask for in an hour. */
export const actCodeMinutes = 10;
const mostAnHour = 5;

/** Where to mail the code. `wait` is seconds until the session may ask; null if it may. */
export type Asking = { email: string; language: Language | null; wait: number | null };

/**
 * Locks the session, so that its requests are counted one by one. Undefined if it has
 * ended meanwhile.
 */
export async function lockAsking(
  em: Executor,
  sessionId: string,
): Promise<Asking | undefined> {
  // Above `read committed` a lock alone does not show what was asked before it.
  await sql`update sessions set created_at = created_at where id = ${sessionId}`.execute(
    statements(em),
  );
  // A statement of its own, so that it sees what was asked before the lock.
  return firstRow(em)<Asking>`
    select users.email, users.language, (
      select ${secondsUntil(sql`asked_at + interval '1 hour'`)}
      from act_codes where session_id = sessions.id and asked_at > current_instant() - interval '1 hour'
      order by asked_at desc offset ${mostAnHour - 1} limit 1
    ) as wait
    from sessions join users on users.id = sessions.user_id
    where sessions.id = ${sessionId} and sessions.ended_at is null
  `;
}

export const isActCodeLive = sql<boolean>`used_at is null
  and asked_at > current_instant() - make_interval(mins => ${sql.lit(actCodeMinutes)})`;

type Waiting = { id: string; keyId: string };

export const readLiveCodes = (
  em: Executor,
  sessionId: string,
  hash: string,
): Promise<Waiting[]> =>
  allRows(em)<Waiting>`
    select id, key_id as "keyId" from act_codes where session_id = ${sessionId} and hash = ${hash} and ${isActCodeLive}
  `;

/** Uses a code up: of any number at once, one succeeds. */
export const spendActCode = (em: Executor, id: string): Promise<boolean> =>
  hasRow(em)`
    update act_codes set used_at = current_instant() where id = ${id} and ${isActCodeLive} returning 1
  `;

/** For a code whose mail did not leave. */
export async function forgetCode(em: Executor, id: string): Promise<void> {
  await sql`delete from act_codes where id = ${id}`.execute(statements(em));
}

/** Whether the session confirmed the act within the last hour. */
export const isConfirmed = (
  em: Executor,
  sessionId: string,
  hash: string,
): Promise<boolean> =>
  hasRow(em)`
    select from act_codes where session_id = ${sessionId} and hash = ${hash}
      and used_at > current_instant() - interval '1 hour' limit 1
  `;

type Mailed = Waiting & {
  email: string;
  language: Language | null;
  act: string;
  hash: string;
  askedAt: string;
};

/** Codes that work, for the page that shows mails where no mail leaves. Newest first. */
export const readMailedCodes = (em: Executor): Promise<Mailed[]> =>
  allRows(em)<Mailed>`
    select act_codes.id, key_id as "keyId", email, language, act, hash, asked_at as "askedAt"
    from act_codes join sessions on sessions.id = session_id join users on users.id = user_id
    where ${isActCodeLive} order by asked_at desc limit 50
  `;
