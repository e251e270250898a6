import { hash } from 'node:crypto';
import { prepared, statements, type Role } from '@namecard/db';
import { sql, type RawBuilder } from 'kysely';
import type { Deps, EntityManager } from '../context.ts';
import { userColumns, type UserRow } from '../users/view.ts';

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

/** Who is calling: a user by one of their sessions. */
export type Actor = {
  userId: string;
  sessionId: string;
  role: Role;
  /** Begun within twelve hours and never idle for one: what acting as moderator or admin takes. */
  isFresh: boolean;
  /** Their record as it was when the call began. */
  user: UserRow;
  /** When the session ends if it is not used again, as PostgreSQL writes it. */
  sessionEndsAt: string;
};

const shape = /^nc_[A-Za-z0-9_-]{43}$/;

const sha256 = (token: string) => hash('sha256', token, 'buffer');

/** The tokens of a request's header (RFC 6750 2.1); undefined where it holds none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
}

/** When a session ends if it is not used again. */
export const endsAt = (days: number | RawBuilder<number>) =>
  sql<string>`least(last_used_at + make_interval(days => ${days}), sessions.created_at + make_interval(days => ${sql.lit(longestDays)}))`;

/** The present, read once for a row: a function that PostgreSQL can't write out where it is called costs it at each call. */
const clock = sql<{ now: string }>`(select current_instant() as now offset 0)`.as('clock');

/** The session of a token that still signs its user in, with all that is known of both. */
const findSession = prepared((database, parameter) => {
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
const touch = ({ em, settings }: Deps, sessionId: string) =>
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

/** A new token, which nobody can read again: only its SHA-256 is kept. */
export function newToken({ random }: Pick<Deps, 'random'>): { token: string; tokenHash: Buffer } {
  const token = `nc_${random.bytes(32).toString('base64url')}`;
  return { token, tokenHash: sha256(token) };
}

/** The user and role behind a token, in one round trip, or undefined when it does not, or no longer, sign anybody in. */
export async function findActor(deps: Deps, token: string): Promise<Actor | undefined> {
  const [row] = shape.test(token)
    ? await findSession(deps.em, sha256(token), deps.settings.sessionDays)
    : [];
  if (!row) {
    return undefined;
  }
  const touched = row.untouched ? await touch(deps, row.session_id) : undefined;
  return {
    userId: row.id,
    sessionId: row.session_id,
    role: deps.settings.adminEmails.has(row.email_key) ? 'admin' : row.role,
    isFresh: row.is_fresh,
    user: row,
    sessionEndsAt: touched?.ends_at ?? row.ends_at,
  };
}

const liveSessions = ({ em, settings }: Deps, userId: string) =>
  statements(em)
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`current_instant() < ${endsAt(settings.sessionDays)}`);

/** The user's sessions that still sign them in, the one used last first, and when each ends if it is not used again. */
export const listSessions = (deps: Deps, userId: string) =>
  liveSessions(deps, userId)
    .select(['id', 'created_at', 'last_used_at', 'browser', 'system'])
    .select(endsAt(deps.settings.sessionDays).as('ends_at'))
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

/** Ends all sessions of a user, and tells which. */
export async function endSessions(em: EntityManager, userId: string): Promise<string[]> {
  const rows = await ending(em, userId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Ends all sessions of the actor but the one they are using. */
export async function endOtherSessions(em: EntityManager, actor: Actor): Promise<void> {
  await ending(em, actor.userId).where('id', '!=', actor.sessionId).execute();
}
