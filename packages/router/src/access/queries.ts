import {
  type Database,
  type Executor,
  identityNames,
  logEnd,
  logNumber,
  prepared,
  preparedSql,
  statements,
  type Value,
} from '@namecard/db';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Deps, Settings } from '../context.ts';

type Users = Selectable<Database['users']>;

/** The columns that a user's documented shape is made of. */
export const userColumns = [
  'id',
  'email',
  'username',
  'createdAt',
  'updatedAt',
  ...identityNames,
] as const;

export type UserRow = Pick<Users, (typeof userColumns)[number]>;

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

/** The last change that a session's user has to see: one of their own, or anybody's that took something out of sight. */
const lastChange = logNumber(
  sql`greatest((select max(position) from last_removals), last_writes.position)`,
);

const findingSession = (withLog: boolean) =>
  prepared((database, value: Value<{ tokenHash: Buffer; sessionDays: number }>) => {
    const end = endsAt(value('sessionDays'));
    const now = sql.ref('clock.now');
    return database
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .crossJoin(clock)
      .select(['sessions.id as sessionId', 'emailKey', 'role'])
      .select(userColumns.map((column) => `users.${column}` as const))
      .select(end.as('endsAt'))
      .select(
        sql<boolean>`last_used_at < ${now} - make_interval(mins => ${sql.lit(touchMinutes)})`.as(
          'untouched',
        ),
      )
      .select(
        sql<boolean>`not idle_expired and sessions.created_at > ${now} - interval '12 hours'
          and last_used_at > ${now} - ${idleInterval}`.as('isFresh'),
      )
      .select(sql<boolean>`sessions.created_at > ${now} - interval '1 hour'`.as('hasJustSignedIn'))
      .$if(withLog, (query) =>
        query
          .leftJoin('last_writes', 'last_writes.userId', 'sessions.userId')
          .select([lastChange.as('lastChange'), logNumber(logEnd).as('logEnd')]),
      )
      .where('tokenHash', '=', value('tokenHash'))
      .where(sql<boolean>`ended_at is null and not ${isSuspendedAt(now)} and ${now} < ${end}`);
  });

/** The session of a token that still signs its user in, with all that is known of both. */
export const findSession = findingSession(false);

/** The same, and what a replica must have replayed to be read for them. */
export const findSessionAndLog = findingSession(true);

const markWrite = preparedSql(
  (value: Value<{ userId: string }>) => sql`
    insert into last_writes as own (user_id, position)
    select id, ${logEnd} from users where id = ${value('userId')} for key share
    on conflict (user_id) do update set position = ${logEnd}
  `,
);

/** Marks that something was taken out of anybody's sight, as `markChange` does. */
export const markRemoval = preparedSql(
  () => sql`update last_removals set position = ${logEnd} where shard = pg_backend_pid() % 8`,
);

/**
 * Marks that the user has changed something, or that something was taken out of anybody's sight; to be called when that is committed
 * and not yet answered. Who waits for another's mark reads the log's end after it, so that a newer mark covers the older.
 */
export const markChange = async (
  em: Executor,
  userId: string,
  { removes }: { removes: boolean },
): Promise<unknown> => (removes ? markRemoval(em) : markWrite(em, { userId }));

/** Writes that the session was used, and returns its new end; nothing where another request has just done so. */
export const touchSession = prepared(
  (database, value: Value<{ sessionId: string; sessionDays: number }>) =>
    database
      .updateTable('sessions')
      .set({
        lastUsedAt: sql`current_instant()`,
        idleExpired: sql`idle_expired or last_used_at <= current_instant() - ${idleInterval}`,
      })
      .where('id', '=', value('sessionId'))
      .where(
        sql<boolean>`last_used_at < current_instant() - make_interval(mins => ${sql.lit(touchMinutes)})`,
      )
      .returning(endsAt(value('sessionDays')).as('endsAt')),
);

/** The user's sessions that still sign them in, the one used last first, and when each ends if it is not used again. */
export const listSessions = (
  em: Executor,
  { sessionDays }: Pick<Settings, 'sessionDays'>,
  userId: string,
) =>
  statements(em)
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastUsedAt', 'browser', 'system'])
    .select(endsAt(sessionDays).as('endsAt'))
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where(sql<boolean>`current_instant() < ${endsAt(sessionDays)}`)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute();

/** Some of a user's sessions: just the one of that id, or all but one. */
export type SessionChoice = { only?: string; except?: string };

/** Locks a user's sessions that have not ended, and returns their ids. */
export async function lockSessions(
  em: Executor,
  userId: string,
  { only, except }: SessionChoice,
): Promise<string[]> {
  const rows = await statements(em)
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where(sql<boolean>`id = coalesce(${only ?? null}::uuid, id)`)
    .where(sql<boolean>`id is distinct from ${except ?? null}::uuid`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

type Count = { hits: number; secondsLeft: number };

const isHourOver = sql`r.began_at <= excluded.began_at - interval '1 hour'`;

const countRow = preparedSql(
  (value: Value<{ key: string }>) => sql<Count>`
    insert into rate_limits as r (key, began_at, hits) values (${value('key')}, current_instant(), 1)
    on conflict (key) do update set
      hits = case when ${isHourOver} then 1 else r.hits + 1 end,
      began_at = case when ${isHourOver} then excluded.began_at else r.began_at end
    returning r.hits,
      ceil(extract(epoch from r.began_at + interval '1 hour' - current_instant()))::int as "secondsLeft"
  `,
);

/** Counts one request under the key, in the hour that its first request began. */
export async function countRequest(em: Executor, key: string): Promise<Count> {
  const [count] = await countRow(em, { key });
  if (!count) {
    throw new Error('A request could not be counted');
  }
  return count;
}

/** Minutes that a short and a long code live, from their challenge's beginning. */
export const shortMinutes = 10;
export const longMinutes = 60;

/** Whether the challenge `c` is younger than so many minutes. */
export const isYounger = (minutes: number | RawBuilder<number>) =>
  sql<boolean>`c.created_at > current_instant() - make_interval(mins => ${minutes})`;

type LockedRow = Pick<Users, 'id' | 'role'> & {
  isSuspended: boolean;
  isConfiguredAdmin: boolean;
};

/** What is known of a user whose row is locked. */
export type LockedUser = LockedRow & {
  /** Whether everybody else could be asked in vain: nobody but them acts as an admin at present. */
  isLastAdmin: boolean;
  /** All who act as admins at present. */
  admins: ReadonlySet<string>;
};

const actsAsAdmin = (row: LockedRow) =>
  !row.isSuspended && (row.role === 'admin' || row.isConfiguredAdmin);

/**
 * Locks a user and everybody who is an admin, by role or by `ADMIN_EMAILS`, until the transaction ends: whoever could take the
 * other's role away waits here. In one statement and by id, so that any number of such transactions come one after another.
 * Undefined where there is no such user.
 */
export async function lockUserAndAdmins(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  userId: string,
): Promise<LockedUser | undefined> {
  const isConfigured = sql<boolean>`email_key = any(${[...settings.adminEmails]}::text[])`;
  const rows: LockedRow[] = await statements(em)
    .selectFrom('users')
    .select(['id', 'role'])
    .select([isSuspended.as('isSuspended'), isConfigured.as('isConfiguredAdmin')])
    .where(sql<boolean>`id = ${userId} or role = 'admin' or ${isConfigured}`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const user = rows.find(({ id }) => id === userId);
  if (!user) {
    return undefined;
  }
  const admins = new Set(rows.filter(actsAsAdmin).map(({ id }) => id));
  return { ...user, isLastAdmin: admins.has(userId) && admins.size === 1, admins };
}

/** The actor's own row, which nobody changes or erases until the transaction ends. */
export const lockActor = (em: Executor, id: string) =>
  statements(em)
    .selectFrom('users')
    .select(['emailKey', 'role', isSuspended.as('isSuspended')])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();

/** Locks all keys, so that instances that start at once make and seal them one after another. */
export const lockHashKeys = (em: Executor) =>
  statements(em).selectFrom('hash_keys').select('purpose').forNoKeyUpdate().execute();

/** The names of the secret keys under which anything is sealed: the keys of the hashes, and the secrets of webhooks. */
export async function readSealingKeys(em: Executor): Promise<string[]> {
  const { rows } = await sql<{ keyId: string }>`
    select key_id as "keyId" from hash_keys where key_id is not null union select key_id from webhook_endpoints
  `.execute(statements(em));
  return rows.map(({ keyId }) => keyId);
}

/** How many challenges whose codes may still be good were made under each secret key, by its name. */
export async function countLiveChallenges(em: Executor): Promise<Map<string, number>> {
  const { rows } = await sql<{ keyId: string; count: number }>`
    select key_id as "keyId", count(*)::int as count from challenges c
    where ${isYounger(longMinutes)} group by key_id
  `.execute(statements(em));
  return new Map(rows.map(({ keyId, count }) => [keyId, count]));
}
