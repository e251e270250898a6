import {
  columnsOf,
  doneTogether,
  type Executor,
  hasRow,
  preparedRow,
  preparedSql,
  type RowOf,
  statements,
  unplanned,
  type Value,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Settings } from '../context.ts';
import { withoutWaiting } from '../without-waiting.sql.ts';
import { isSuspended, isSuspendedAt, userColumns, type UserRow } from './users.sql.ts';

/** A session ends after this many days, even if it is used. */
const longestDays = 180;

/** Minutes between two writes of a session's last use. */
const touchMinutes = 5;

/** A session that was idle for longer can never moderate again. */
const idleInterval = sql`interval '1 hour'`;

/** When a session ends if it is not used again. */
export const endsAt = (days: number | RawBuilder<number>) =>
  sql<string>`least(
    last_used_at + make_interval(days => ${days}), sessions.created_at + make_interval(days => ${sql.lit(longestDays)}),
    test_ends_at
  )`;

/** Reads the clock once per row. PostgreSQL can't inline this function. */
const clock = sql`(select current_instant() as now offset 0) as clock`;

type FoundSession = UserRow &
  RowOf<'users', 'emailKey' | 'role' | 'language'> &
  RowOf<'sessions', 'kind'> & {
    sessionId: string;
    /** Of what was asked for, from 1. */
    place: number;
    endsAt: string;
    isTest: boolean;
    untouched: boolean;
    isFresh: boolean;
    hasJustSignedIn: boolean;
  };

const findSessions = preparedSql(
  (value: Value<{ hashes: readonly string[]; days: readonly number[] }>) => {
    const end = endsAt(sql`asked.days`);
    const now = sql`clock.now`;
    return sql<FoundSession>`
      select sessions.id as "sessionId", sessions.kind, asked.place::int,
        ${columnsOf('users', [...userColumns, 'emailKey', 'role', 'language'])},
        ${end} as "endsAt", test_ends_at is not null as "isTest",
        last_used_at < ${now} - make_interval(mins => ${sql.lit(touchMinutes)}) as untouched,
        not idle_expired and sessions.created_at > ${now} - interval '12 hours'
          and last_used_at > ${now} - ${idleInterval} as "isFresh",
        sessions.created_at > ${now} - interval '1 hour' as "hasJustSignedIn"
      from unnest(
        ${unplanned(value('hashes'), sql`bytea[]`)}, ${unplanned(value('days'), sql`int[]`)}
      ) with ordinality as asked (hash, days, place)
      join sessions on token_hash = asked.hash join users on users.id = sessions.user_id cross join ${clock}
      where ended_at is null and not ${isSuspendedAt(now)} and ${now} < ${end}
    `;
  },
);

/** Finds a live session and its user by the token's SHA-256 (hexadecimal). */
export const findSession = doneTogether(
  async (em, asked: readonly { hash: string; sessionDays: number }[]) => {
    const rows = await findSessions(em, {
      hashes: asked.map(({ hash }) => `\\x${hash}`),
      days: asked.map(({ sessionDays }) => sessionDays),
    });
    const found = new Map(rows.map((row) => [row.place, row]));
    return asked.map((_, index) => found.get(index + 1));
  },
);

/** Records a use and returns the new end. Nothing if another request just did. */
export const touchSession = preparedRow(
  (value: Value<{ sessionId: string; sessionDays: number }>) => sql<{ endsAt: string }>`
    update sessions set last_used_at = current_instant(),
      idle_expired = idle_expired or last_used_at <= current_instant() - ${idleInterval}
    where id = ${value('sessionId')} and ${withoutWaiting}
      and last_used_at < current_instant() - make_interval(mins => ${sql.lit(touchMinutes)})
    returning ${endsAt(value('sessionDays'))} as "endsAt"
  `,
);

/** Last used first. `endsAt` assumes no further use. */
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

/** Sessions with this id, all others, or those of test logins. */
export type SessionChoice = { only?: string; except?: string | undefined; test?: true };

/** Locks the user's sessions that have not ended. Returns their ids. */
export async function lockSessions(
  em: Executor,
  userId: string,
  { only, except, test }: SessionChoice,
): Promise<string[]> {
  const rows = await statements(em)
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where(sql<boolean>`id = coalesce(${only ?? null}::uuid, id)`)
    .where(sql<boolean>`id is distinct from ${except ?? null}::uuid`)
    .$if(test === true, (query) => query.where('testEndsAt', 'is not', null))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Whether the session may still act: it has not ended, nor is its user suspended. Locks
 * it, so that above `read committed` an end that this transaction can't see counts too.
 */
export const mayAct = (
  em: Executor,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<boolean> =>
  hasRow(em)`
    select from users join sessions on user_id = users.id
    where users.id = ${id} and sessions.id = ${sessionId} and ended_at is null and not ${isSuspended}
    for share of sessions
  `;
