import { type Database, prepared, type Role, statements } from '@namecard/db';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Deps, EntityManager, Settings } from '../context.ts';
import { isBelow } from '../queries.ts';

/** The columns that a user's documented shape is made of. */
export const userColumns = [
  'id',
  'email',
  'username',
  'created_at',
  'updated_at',
  'wallet_address',
  'farcaster_id',
  'coinbase_wallet',
  'world_id',
] as const;

export type UserRow = Pick<Selectable<Database['users']>, (typeof userColumns)[number]>;

/** Days after which a session ends however much it is used. */
const longestDays = 180;

/** Minutes between two writes of a session's last use: reading with it stays reading. */
const touchMinutes = 5;

/** Idle for longer, a session no longer serves to moderate, however it is used afterwards. */
const idleInterval = sql`interval '1 hour'`;

const isSuspendedAt = (instant: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(suspended_until > ${instant}, suspended_at is not null)`;

/** Whether a user is suspended at present; a suspension with an end is over then. */
export const isSuspended = isSuspendedAt(sql`current_instant()`);

/** When a session ends if it is not used again. */
export const endsAt = (days: number | RawBuilder<number>) =>
  sql<string>`least(last_used_at + make_interval(days => ${days}), sessions.created_at + make_interval(days => ${sql.lit(longestDays)}))`;

/** The present, read once for a row: a function that PostgreSQL can't write out where it is called costs it at each call. */
const clock = sql<{ now: string }>`(select current_instant() as now offset 0)`.as('clock');

/** The session of a token ($1, hashed) that still signs its user in, with all that is known of both; $2: `sessionDays`. */
export const findSession = prepared((database, parameter) => {
  const end = endsAt(parameter<number>(2));
  const now = sql.ref('clock.now');
  return database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .crossJoin(clock)
    .select(['sessions.id as session_id', 'email_key', 'role'])
    .select(userColumns.map((column) => `users.${column}` as const))
    .select(end.as('ends_at'))
    .select(
      sql<boolean>`last_used_at < ${now} - make_interval(mins => ${sql.lit(touchMinutes)})`.as(
        'untouched',
      ),
    )
    .select(
      sql<boolean>`not lapsed and sessions.created_at > ${now} - interval '12 hours'
        and last_used_at > ${now} - ${idleInterval}`.as('is_fresh'),
    )
    .where('token_hash', '=', parameter<Buffer>(1))
    .where(sql<boolean>`ended_at is null and not ${isSuspendedAt(now)} and ${now} < ${end}`);
});

/** Writes that the session was used, and returns its new end; nothing where another request has just done so. */
export const touchSession = ({ em, settings }: Pick<Deps, 'em' | 'settings'>, sessionId: string) =>
  statements(em)
    .updateTable('sessions')
    .set({
      last_used_at: sql`current_instant()`,
      lapsed: sql`lapsed or last_used_at < current_instant() - ${idleInterval}`,
    })
    .where('id', '=', sessionId)
    .where(sql<boolean>`last_used_at < current_instant() - make_interval(mins => ${touchMinutes})`)
    .returning(endsAt(settings.sessionDays).as('ends_at'))
    .executeTakeFirst();

/** The user's sessions that still sign them in, the one used last first, and when each ends if it is not used again. */
export const listSessions = (
  em: EntityManager,
  { sessionDays }: Pick<Settings, 'sessionDays'>,
  userId: string,
) =>
  statements(em)
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'browser', 'system'])
    .select(endsAt(sessionDays).as('ends_at'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`current_instant() < ${endsAt(sessionDays)}`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();

const ending = (em: EntityManager, userId: string) =>
  statements(em)
    .updateTable('sessions')
    .set({ ended_at: sql`current_instant()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);

/** Ends one session of a user: its token is refused from the next request on, by every instance. False where there is none. */
export async function endSession(
  em: EntityManager,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const row = await ending(em, userId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all sessions of a user, and returns their ids. */
export async function endSessions(em: EntityManager, userId: string): Promise<string[]> {
  const rows = await ending(em, userId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Ends all sessions of the user of that id but the one. */
export async function endOtherSessions(
  em: EntityManager,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  await ending(em, id).where('id', '!=', sessionId).execute();
}

type Count = { hits: number; secondsLeft: number };

/** Counts one request under the key, in the hour that its first request began. */
export async function countRequest(em: EntityManager, key: string): Promise<Count> {
  const isOver = sql`r.began_at <= excluded.began_at - interval '1 hour'`;
  const { rows } = await sql<Count>`
    insert into rate_limits as r (key, began_at, hits) values (${key}, current_instant(), 1)
    on conflict (key) do update set
      hits = case when ${isOver} then 1 else r.hits + 1 end,
      began_at = case when ${isOver} then excluded.began_at else r.began_at end
    returning r.hits,
      ceil(extract(epoch from r.began_at + interval '1 hour' - current_instant()))::int as "secondsLeft"
  `.execute(statements(em));
  const [count] = rows;
  if (!count) {
    throw new Error('A request could not be counted');
  }
  return count;
}

/** Minutes that a short and a long code live, from their challenge's beginning. */
export const shortMinutes = 10;
export const longMinutes = 60;

export type GuessLimits = Pick<Settings, 'wrongPerAddress' | 'wrongGlobal'>;

/** Whether the challenge `c` is younger than so many minutes. */
export const isYounger = (minutes: number | RawBuilder<number>) =>
  sql<boolean>`c.created_at > current_instant() - make_interval(mins => ${minutes})`;

/** Whether the address `a` has had so few wrong short codes in the last 24 hours that another is compared; 0 is any number. */
const fewWrongGuessesOfAddress = (allowed: number) =>
  allowed === 0
    ? sql`true`
    : sql`coalesce(
        a.guesses[cardinality(a.guesses) - ${allowed - 1}] <= current_instant() - interval '24 hours', true
      )`;

/** Whether short codes of the address `a` are compared at all just now. */
export const acceptsShortCodes = (limits: GuessLimits) =>
  sql`${fewWrongGuessesOfAddress(limits.wrongPerAddress)} and ${isBelow('wrong_guesses', limits.wrongGlobal)}`;

/** What is known of a user whose row is locked. */
export type LockedUser = Pick<
  Selectable<Database['users']>,
  'id' | 'email' | 'role' | 'suspended_at' | 'suspended_until'
> & {
  isSuspended: boolean;
  /** Whether everybody else could be asked in vain: nobody but them acts as an admin at present. */
  isLastAdmin: boolean;
  isConfiguredAdmin: boolean;
  /** All who act as admins at present. */
  admins: ReadonlySet<string>;
};

type LockedRow = Omit<LockedUser, 'isLastAdmin' | 'isConfiguredAdmin' | 'admins'> & {
  isConfigured: boolean;
};

const actsAsAdmin = (row: LockedRow) =>
  !row.isSuspended && (row.role === 'admin' || row.isConfigured);

/**
 * Locks a user and everybody who is an admin, by role or by `ADMIN_EMAILS`, until the transaction ends: whoever could take the
 * other's role away waits here. In one statement and by id, so that any number of such transactions come one after another.
 * Undefined where there is no such user.
 */
export async function lockUser(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  userId: string,
): Promise<LockedUser | undefined> {
  const configured = sql<boolean>`email_key = any(${[...settings.adminEmails]}::text[])`;
  const { rows } = await sql<LockedRow>`
    select id, email, role, suspended_at, suspended_until, ${isSuspended} as "isSuspended",
      ${configured} as "isConfigured"
    from users where id = ${userId} or role = 'admin' or ${configured}
    order by id for no key update
  `.execute(statements(em));
  const user = rows.find(({ id }) => id === userId);
  if (!user) {
    return undefined;
  }
  const admins = new Set(rows.filter(actsAsAdmin).map(({ id }) => id));
  const { isConfigured: isConfiguredAdmin, ...row } = user;
  return {
    ...row,
    isConfiguredAdmin,
    isLastAdmin: admins.has(userId) && admins.size === 1,
    admins,
  };
}

/** The actor's own row, which nobody changes or erases until the transaction ends. */
export async function lockActor(em: EntityManager, id: string) {
  const { rows } = await sql<{ email_key: string; role: Role; suspended: boolean }>`
    select email_key, role, ${isSuspended} as suspended from users where id = ${id} for share
  `.execute(statements(em));
  return rows[0];
}
