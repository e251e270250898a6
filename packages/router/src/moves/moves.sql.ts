import {
  columnsOf,
  type Executor,
  preparedSql,
  type Role,
  type RowOf,
  statements,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { caseDays, moveMinutes } from '../access/challenges.sql.ts';
import { isSuspended } from '../access/users.sql.ts';

/** Starts of one session in 24 hours. */
const startsPerSession = 5;

/** Mails of one session to the present address, and of one account to another. */
const mailsPerDay = 3;

/** Mails to one address for all accounts that are younger than a week. */
const mailsOfYoung = 9;

/** Days in which an account moves once. */
const restDays = 7;

type Asked = {
  id: string;
  keyId: string;
  userId: string;
  sessionId: string;
  toEmail: string;
  toKey: string;
};

/** Locks the account, so that its starts count one after the other. */
export const lockAccount = preparedSql(
  (value: Value<{ userId: string }>) => sql<{ email: string; emailKey: string }>`
    select email, email_key as "emailKey" from users where id = ${value('userId')} for no key update
  `,
);

/**
 * Writes down a move of the account's owner. Reads nothing about the new address, so
 * there is nothing to tell. The limits decide which codes are mailed. Nothing is
 * returned if the session has started too often: then `waitForStart`.
 */
export const askMove = preparedSql(
  (value: Value<Asked>) => sql<{ id: string }>`
    with past as materialized (
      select to_key, from_key, session_id, user_id, mails_old, mails_new from moves
      where user_id = ${value('userId')} and asked_at > current_instant() - interval '24 hours' and not is_case
    )
    insert into moves (
      id, key_id, user_id, session_id, from_email, from_key, to_email, to_key, mails_old, mails_new
    )
    select ${value('id')}::uuid, ${value('keyId')}, u.id, ${value('sessionId')}::uuid, u.email, u.email_key,
      ${value('toEmail')}, ${value('toKey')},
      (select count(*) from past where session_id = ${value('sessionId')}::uuid and mails_old) < ${sql.lit(mailsPerDay)},
      (select count(*) from past where to_key = ${value('toKey')} and mails_new) < ${sql.lit(mailsPerDay)}
      and (u.created_at <= current_instant() - interval '7 days' or (
        select count(*) from moves m join users young on young.id = m.user_id
        where m.to_key = ${value('toKey')} and m.asked_at > current_instant() - interval '24 hours'
          and m.mails_new and not m.is_case and young.created_at > current_instant() - interval '7 days'
      ) < ${sql.lit(mailsOfYoung)})
    from users u where u.id = ${value('userId')}::uuid
      and (select count(*) from past where session_id = ${value('sessionId')}::uuid) < ${sql.lit(startsPerSession)}
    returning id
  `,
);

/** Seconds until the session may start a move again. */
export const waitForStart = preparedSql(
  (value: Value<{ sessionId: string; userId: string }>) => sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from asked_at + interval '24 hours' - current_instant())))::int as seconds
    from moves where user_id = ${value('userId')}::uuid and session_id = ${value('sessionId')}::uuid
    order by asked_at desc offset ${sql.lit(startsPerSession - 1)} limit 1
  `,
);

export type OpenMove = {
  id: string;
  userId: string;
  keyId: string;
  fromKey: string;
  toKey: string;
};

const openMove = sql`id, user_id as "userId", key_id as "keyId", from_key as "fromKey", to_key as "toKey"`;

const isOpen = sql`closed_at is null and done_at is null`;

/** The moves that the codes of a session may finish. */
export const movesOfSession = preparedSql(
  (value: Value<{ userId: string; sessionId: string }>) => sql<OpenMove>`
    select ${openMove} from moves
    where user_id = ${value('userId')}::uuid and session_id = ${value('sessionId')}::uuid and ${isOpen} and not is_case
      and asked_at > current_instant() - make_interval(mins => ${sql.lit(moveMinutes)})
  `,
);

/** The cases whose code was mailed to this address. */
export const casesTo = preparedSql(
  (value: Value<{ address: string }>) => sql<OpenMove>`
    select ${openMove} from moves
    where to_key = ${value('address')} and ${isOpen} and is_case and proven_at is null
      and asked_at > current_instant() - make_interval(days => ${sql.lit(caseDays)})
  `,
);

/** The moves away from this address that its code stops or takes back. */
export const revocable = preparedSql(
  (value: Value<{ address: string }>) => sql<OpenMove>`
    select ${openMove} from moves
    where from_key = ${value('address')} and closed_at is null and not is_contested
      and case when done_at is null then is_case else undo_until > current_instant() end
  `,
);

/** The addresses of an account's moves that are open or can be taken back. */
export async function addressesOfMoves(em: Executor, userId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select email_key as address from users where id = ${userId}::uuid
    union select unnest(array[from_key, to_key]) from moves where user_id = ${userId}::uuid and closed_at is null
  `.execute(statements(em));
  return rows.map(({ address }) => address);
}

export type LockedAccount = {
  emailKey: string;
  role: Role;
  isSuspended: boolean;
};

/**
 * Locks the addresses in the order of their bytes, then the account. Each lock is a
 * statement of its own, so that what follows sees what the holders before it wrote.
 */
export async function lockAddressesAndAccount(
  em: Executor,
  addresses: readonly string[],
  userId: string,
): Promise<LockedAccount | undefined> {
  const database = statements(em);
  await sql`
    insert into addresses (email, asked_at)
    select email, current_instant() from unnest(${addresses}::text[]) as given (email) order by email collate "C"
    on conflict do nothing
  `.execute(database);
  await sql`
    select from addresses where email = any(${addresses}::text[]) order by email collate "C" for update
  `.execute(database);
  const { rows } = await sql<LockedAccount>`
    select email_key as "emailKey", role, ${isSuspended} as "isSuspended" from users
    where id = ${userId}::uuid for update
  `.execute(database);
  return rows[0];
}

/** Whether a live session of the user has this id. */
export async function isSessionLive(
  em: Executor,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from sessions where id = ${sessionId}::uuid and user_id = ${userId}::uuid and ended_at is null
  `.execute(statements(em));
  return rows.length > 0;
}

/** Whether an account other than this one has the address, or may come back to it. */
export async function isTaken(
  em: Executor,
  address: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select exists (select from users where email_key = ${address} and id <> ${userId}::uuid)
      or held_until(${address}, ${userId}::uuid) is not null as "isTaken"
  `.execute(statements(em));
  return rows[0]?.isTaken ?? false;
}

/** The day on which the account may move again; undefined if it may now. */
export async function restsUntil(
  em: Executor,
  userId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select to_char(done_at + make_interval(days => ${restDays}), 'YYYY-MM-DD') as day from moves
    where user_id = ${userId}::uuid and done_at > current_instant() - make_interval(days => ${restDays})
      and end_state is distinct from 'undone'
    order by done_at desc limit 1
  `.execute(statements(em));
  return rows[0]?.day;
}

/** The present, and so many days after it. */
export async function readDays(
  em: Executor,
  days: number,
): Promise<{ now: string; later: string }> {
  const { rows } = await sql<{ now: string; later: string }>`
    select current_instant()::text as now, (current_instant() + make_interval(days => ${days}))::text as later
  `.execute(statements(em));
  const [row] = rows;
  if (!row) throw new Error('The database returned no time');
  return row;
}

/** No code that was mailed before a move signs anybody in after it. */
export const forgetChallenges = (em: Executor, addresses: readonly string[]) =>
  sql`delete from challenges where email = any(${addresses}::text[])`.execute(
    statements(em),
  );

/** Open items about ended moves of the account that this person may not close. */
export async function contestedKeptFrom(
  em: Executor,
  userId: string,
  person: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from items
    where user_id = ${userId}::uuid and kind = 'contested' and closed_at is null and kept_from = ${person}::uuid
  `.execute(statements(em));
  return rows.map(({ id }) => id);
}

/** Whether the old address ever ended a move of this account. */
export async function wasContested(em: Executor, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from moves where user_id = ${userId}::uuid and ended_by = 'address' limit 1
  `.execute(statements(em));
  return rows.length > 0;
}

/** The latest day on which a done move can be taken back; undefined if none can. */
export async function revocableUntil(
  em: Executor,
  userId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select to_char(max(undo_until), 'YYYY-MM-DD') as day from moves
    where user_id = ${userId}::uuid and closed_at is null and undo_until > current_instant()
    having max(undo_until) is not null
  `.execute(statements(em));
  return rows[0]?.day;
}

/** Runs the job of a move at once, or makes it. */
export const wakeMove = (em: Executor, id: string) =>
  sql`
    insert into jobs (kind, key, run_at) values (${moveKind}, ${id}, current_instant())
    on conflict (kind, key) do update set run_at = excluded.run_at
  `.execute(statements(em));

/** Jobs that mail what a move is about and carry out one that is due. */
export const moveKind = 'move';

const shown = [
  'id',
  'isCase',
  'fromEmail',
  'toEmail',
  'reason',
  'needsYes',
  'isContested',
  'endState',
  'endedBy',
  'askedAt',
  'dueAt',
  'doneAt',
  'undoUntil',
] as const;

export type MoveRow = RowOf<'moves', (typeof shown)[number]> & {
  openedBy: string | null;
};

/**
 * An account's newest moves, the newest first. Leaves out those that only a session
 * asked for and whose codes are over.
 */
export async function listMoves(em: Executor, userId: string): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select ${columnsOf('moves', shown)}, admins.email as "openedBy"
    from moves left join users admins on admins.id = moves.opened_by
    where moves.user_id = ${userId}::uuid
      and (moves.is_case or moves.done_at is not null or moves.asked_at > current_instant() - make_interval(mins => ${moveMinutes}))
    order by moves.asked_at desc limit 20
  `.execute(statements(em));
  return rows;
}
