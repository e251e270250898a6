import {
  type Database,
  type Executor,
  identityNames,
  logEnd,
  preparedSql,
  statements,
  type Value,
} from '@namecard/db';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Deps } from '../context.ts';
import { withoutWaiting } from '../queries.ts';

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

export const isSuspendedAt = (instant: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(suspended_until > ${instant}, suspended_at is not null)`;

/** Whether a user is suspended at present; a suspension with an end is over then. */
export const isSuspended = isSuspendedAt(sql`current_instant()`);

const markWrite = preparedSql(
  (value: Value<{ userId: string }>) => sql`
    insert into last_writes as own (user_id, position)
    select id, ${logEnd} from users where id = ${value('userId')} for key share
    on conflict (user_id) do update set position = ${logEnd}
  `,
);

/** Marks that something was taken out of anybody's sight, as `markChange` does. */
export const markRemoval = preparedSql(
  () =>
    sql`update last_removals set position = ${logEnd} where shard = pg_backend_pid() % 8`,
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

type Count = { hits: number; secondsLeft: number };

const isHourOver = sql`r.began_at <= excluded.began_at - interval '1 hour'`;

const countRow = preparedSql(
  (value: Value<{ key: string }>) => sql<Count>`
    insert into rate_limits as r (key, began_at, hits)
    select ${value('key')}::text, current_instant(), 1 where ${withoutWaiting}
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

const lockOwnRow = preparedSql(
  (value: Value<{ id: string }>) => sql<
    Pick<Users, 'emailKey' | 'role'> & { isSuspended: boolean }
  >`
    select email_key as "emailKey", role, ${isSuspended} as "isSuspended"
    from users where id = ${value('id')} for share
  `,
);

/** The actor's own row, which nobody changes or erases until the transaction ends. */
export async function lockActor(em: Executor, id: string) {
  const [row] = await lockOwnRow(em, { id });
  return row;
}
