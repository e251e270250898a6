import { createHash } from 'node:crypto';
import { statements, type Role } from '@namecard/db';
import { sql } from 'kysely';
import type { Deps, EntityManager } from '../context.ts';

/** Days after which a session ends however much it is used. */
const longestDays = 180;

/** Minutes between two writes of a session's last use: reading with it stays reading. */
const touchMinutes = 5;

/** Idle for longer, a session no longer serves to moderate, however it is used afterwards. */
const idleInterval = sql`interval '1 hour'`;

/** Whether a user is suspended at present; a suspension with an end is over then. */
export const isSuspended = sql<boolean>`coalesce(suspended_until > current_instant(), suspended_at is not null)`;

/** Who is calling: a user by one of their sessions. */
export type Actor = {
  userId: string;
  sessionId: string;
  role: Role;
  /** Begun within twelve hours and never idle for one: what acting as moderator or admin takes. */
  isFresh: boolean;
};

const shape = /^nc_[A-Za-z0-9_-]{43}$/;

const hash = (token: string) => createHash('sha256').update(token).digest();

/** The tokens of a request's header (RFC 6750 2.1); undefined where it holds none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
}

/** When a session ends if it is not used again. */
export const endsAt = (days: number) =>
  sql<string>`least(last_used_at + make_interval(days => ${days}), sessions.created_at + make_interval(days => ${longestDays}))`;

function actorQuery({ em, settings }: Deps, token: string) {
  return statements(em)
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_id', 'email_key', 'role'])
    .select(
      sql<boolean>`last_used_at < current_instant() - make_interval(mins => ${touchMinutes})`.as(
        'untouched',
      ),
    )
    .select(
      sql<boolean>`not lapsed and sessions.created_at > current_instant() - interval '12 hours'
        and last_used_at > current_instant() - ${idleInterval}`.as('is_fresh'),
    )
    .where('token_hash', '=', hash(token))
    .where('ended_at', 'is', null)
    .where(sql<boolean>`not ${isSuspended}`)
    .where(sql<boolean>`current_instant() < ${endsAt(settings.sessionDays)}`)
    .executeTakeFirst();
}

async function touch(em: EntityManager, sessionId: string): Promise<void> {
  await statements(em)
    .updateTable('sessions')
    .set({
      last_used_at: sql`current_instant()`,
      lapsed: sql`lapsed or last_used_at < current_instant() - ${idleInterval}`,
    })
    .where('id', '=', sessionId)
    .where(sql<boolean>`last_used_at < current_instant() - make_interval(mins => ${touchMinutes})`)
    .execute();
}

/** Begins a session and returns its token, which nobody can read again: only its SHA-256 is kept. */
export async function beginSession(
  { em, random }: Deps,
  userId: string,
  device: { browser: string; system: string },
): Promise<string> {
  const token = `nc_${random.bytes(32).toString('base64url')}`;
  await statements(em)
    .insertInto('sessions')
    .values({ id: random.id(), user_id: userId, token_hash: hash(token), ...device })
    .execute();
  return token;
}

/** The user and role behind a token, in one round trip, or undefined when it does not, or no longer, sign anybody in. */
export async function findActor(deps: Deps, token: string): Promise<Actor | undefined> {
  const row = shape.test(token) ? await actorQuery(deps, token) : undefined;
  if (!row) {
    return undefined;
  }
  if (row.untouched) {
    await touch(deps.em, row.id);
  }
  const role = deps.settings.adminEmails.has(row.email_key) ? 'admin' : row.role;
  return { userId: row.user_id, sessionId: row.id, role, isFresh: row.is_fresh };
}

/** When the session ends if it is not used again, as PostgreSQL writes it; undefined if it has been erased. */
export async function sessionEnd(
  { em, settings }: Deps,
  sessionId: string,
): Promise<string | undefined> {
  const row = await statements(em)
    .selectFrom('sessions')
    .select(endsAt(settings.sessionDays).as('ends_at'))
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.ends_at;
}

const liveSessions = ({ em, settings }: Deps, userId: string) =>
  statements(em)
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`current_instant() < ${endsAt(settings.sessionDays)}`);

/** The user's sessions that still sign them in, the one used last first. */
export const listSessions = (deps: Deps, userId: string) =>
  liveSessions(deps, userId)
    .select(['id', 'created_at', 'last_used_at', 'browser', 'system'])
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

/** Ends all sessions of the actor but the one they are using. */
export async function endOtherSessions(em: EntityManager, actor: Actor): Promise<void> {
  await ending(em, actor.userId).where('id', '!=', actor.sessionId).execute();
}
