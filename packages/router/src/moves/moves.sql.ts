import {
  allRows,
  columnsOf,
  type Executor,
  onlyRow,
  preparedSql,
  type Role,
  type RowOf,
  statements,
  type Value,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import {
  canBeTakenBack,
  caseDays,
  moveMinutes,
  undoDays,
} from '../access/challenges.sql.ts';
import { isSuspended } from '../access/users.sql.ts';

/** Days in which an account moves once. */
const restDays = 7;

export type OpenMove = {
  id: string;
  userId: string;
  keyId: string;
  fromKey: string;
  toKey: string;
};

const openMove = sql`id, user_id as "userId", key_id as "keyId", from_key as "fromKey", to_key as "toKey"`;

const isOpen = sql`closed_at is null and done_at is null`;

/** The codes that its owner asked for, or a case's code for the new address, work. */
const isAsked = sql`asked_at > current_instant()
  - case when is_case then make_interval(days => ${sql.lit(caseDays)}) else make_interval(mins => ${sql.lit(moveMinutes)}) end`;

/** The moves that the codes of a session may finish. */
export const movesOfSession = preparedSql(
  (value: Value<{ userId: string; sessionId: string }>) => sql<OpenMove>`
    select ${openMove} from moves
    where user_id = ${value('userId')}::uuid and session_id = ${value('sessionId')}::uuid and ${isOpen} and not is_case
      and ${isAsked}
  `,
);

/** The cases whose code was mailed to this address. */
export const casesTo = preparedSql(
  (value: Value<{ address: string }>) => sql<OpenMove>`
    select ${openMove} from moves
    where to_key = ${value('address')} and ${isOpen} and is_case and proven_at is null
      and ${isAsked}
  `,
);

const isRevocable = sql`case when done_at is null then is_case else undo_until > current_instant() end`;

/** The moves away from this address that its code stops or takes back. */
export const revocable = preparedSql(
  (value: Value<{ address: string }>) => sql<OpenMove>`
    select ${openMove} from moves
    where from_key = ${value('address')} and closed_at is null and not is_contested and ${isRevocable}
  `,
);

/** An account's moves that are open or can be taken back. */
export const openMovesOf = (em: Executor, userId: string): Promise<OpenMove[]> =>
  allRows(em)<OpenMove>`
    select ${openMove} from moves
    where user_id = ${userId}::uuid and closed_at is null and (${isRevocable} or done_at is null and ${isAsked})
  `;

/** The day of the latest of these instants among an account's moves; undefined if there is none. */
async function lastDay(
  em: Executor,
  userId: string,
  instant: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<string | undefined> {
  const { day } = await onlyRow(em)<{ day: string | null }>`
    select to_char(max(${instant}), 'YYYY-MM-DD') as day from moves where user_id = ${userId}::uuid and ${where}
  `;
  return day ?? undefined;
}

const rests = sql`done_at + make_interval(days => ${sql.lit(restDays)})`;

/** The day on which the account may move again; undefined if it may now. */
export const restsUntil = (em: Executor, userId: string) =>
  lastDay(em, userId, rests, sql`closed_at is null and ${rests} > current_instant()`);

/** The latest day on which a done move can be taken back; undefined if none can. */
export const revocableUntil = (em: Executor, userId: string) =>
  lastDay(em, userId, sql`undo_until`, canBeTakenBack);

/**
 * Until when only an admin may end what the admins decided about the account: a contested
 * case that has their yes, until it can't happen or be taken back any more.
 */
export const adminsAffairUntil = (em: Executor, userId: string) =>
  lastDay(
    em,
    userId,
    sql`coalesce(
      undo_until,
      case when due_at is not null then greatest(due_at, current_instant()) + make_interval(days => ${sql.lit(undoDays)}) end,
      asked_at + make_interval(days => ${sql.lit(caseDays)})
    )`,
    sql`is_contested and not needs_yes and closed_at is null
      and case when done_at is null then due_at is not null or ${isAsked} else undo_until > current_instant() end`,
  );

export type LockedAccount = {
  id: string;
  emailKey: string;
  role: Role;
  isSuspended: boolean;
};

type ToLock = { addresses: readonly string[]; userId: string; by: string | null };

/**
 * Locks the addresses in the order of their bytes, then the account and the admin. Each
 * lock is a statement of its own, so that what follows sees what the holders before it
 * wrote. Above `read committed` it would not. There a row that the holder has updated
 * makes the work start again, so the addresses are updated, not only locked.
 */
export async function lockAddressesAndAccount(
  em: Executor,
  { addresses, userId, by }: ToLock,
): Promise<LockedAccount | undefined> {
  await sql`
    insert into addresses (email, asked_at)
    select email, current_instant() from unnest(${addresses}::text[]) as given (email) order by email collate "C"
    on conflict (email) do update set asked_at = addresses.asked_at
  `.execute(statements(em));
  const rows = await allRows(em)<LockedAccount>`
    select id, email_key as "emailKey", role, ${isSuspended} as "isSuspended" from users
    where id in (${userId}::uuid, ${by}::uuid) order by id for update
  `;
  return rows.find(({ id }) => id === userId);
}

/** Whether an account other than this one has the address, or may come back to it. */
export async function isTaken(
  em: Executor,
  address: string,
  userId: string,
): Promise<boolean> {
  const row = await onlyRow(em)<{ isTaken: boolean }>`
    select exists (select from users where email_key = ${address} and id <> ${userId}::uuid)
      or held_until(${address}, ${userId}::uuid) is not null as "isTaken"
  `;
  return row.isTaken;
}

/** No code that was mailed before a move signs anybody in after it. */
export const forgetChallenges = (em: Executor, addresses: readonly string[]) =>
  sql`delete from challenges where email = any(${addresses}::text[])`.execute(
    statements(em),
  );

/** Marks an invitation of the address as used, as `complete_sign_in` does at a sign-up. */
export const useInvitation = (em: Executor, address: string) =>
  sql`
    update invitations set used_at = current_instant(), withdrawn_at = null, mail_due_at = null
    where email_key = ${address}
  `.execute(statements(em));

/** Derives the codes of cases and of done moves with this key. Returns their ids. */
export async function rekeyOpen(em: Executor, keyId: string): Promise<string[]> {
  const rows = await allRows(em)<{ id: string }>`
    update moves set key_id = ${keyId}
    where key_id <> ${keyId} and closed_at is null and ${isRevocable} returning id
  `;
  return rows.map(({ id }) => id);
}

/** Jobs of a move's mails, and of its wait. Their keys begin with its id. */
export const moveKind = 'move';

/** Queues jobs of moves. Leaves those that are queued. */
export const queueJobs = (em: Executor, jobs: readonly { key: string; at: string }[]) =>
  sql`
    insert into jobs (kind, key, run_at)
    select ${moveKind}, key, at
    from unnest(${jobs.map(({ key }) => key)}::text[], ${jobs.map(({ at }) => at)}::timestamptz[]) as wanted (key, at)
    order by key on conflict do nothing
  `.execute(statements(em));

const shown = [
  'id',
  'isCase',
  'fromEmail',
  'toEmail',
  'reason',
  'needsYes',
  'isContested',
  'endedBy',
  'askedAt',
  'dueAt',
  'doneAt',
  'undoUntil',
  'closedAt',
] as const;

export type MoveRow = RowOf<'moves', (typeof shown)[number]> & {
  openedBy: string | null;
};

/**
 * An account's newest moves, the newest first. Those that only a session asked for stand
 * at the end, while their codes work: nobody can hide a case behind them.
 */
export const listMoves = (em: Executor, userId: string): Promise<MoveRow[]> =>
  allRows(em)<MoveRow>`
    select ${columnsOf('moves', shown)}, admins.email as "openedBy"
    from moves left join users admins on admins.id = moves.opened_by
    where user_id = ${userId}::uuid and (is_case or done_at is not null or ${isAsked})
    order by (is_case or done_at is not null) desc, asked_at desc limit 20
  `;
