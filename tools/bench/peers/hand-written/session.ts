import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { prepared } from './database.ts';
import { userColumns, type UserRow } from './users.ts';

type SignedIn = UserRow & { role: string; expires_at: Date };

type SessionRow = SignedIn & { session_id: string; untouched: boolean };

/** One query for the session and its user. */
const findSession = prepared<SessionRow>(
  'find-session',
  `select ${userColumns}, role, sessions.id as session_id,
     last_used_at < current_instant() - interval '5 minutes' as untouched,
     least(last_used_at + interval '30 days', sessions.created_at + interval '180 days') as expires_at
   from sessions join users on users.id = sessions.user_id
   where token_hash = $1 and ended_at is null and suspended_at is null
     and current_instant() < least(last_used_at + interval '30 days', sessions.created_at + interval '180 days')`,
);

const touchSession = prepared(
  'touch-session',
  `update sessions set last_used_at = current_instant(),
     idle_expired = idle_expired or last_used_at < current_instant() - interval '1 hour'
   where id = $1 and last_used_at < current_instant() - interval '5 minutes'`,
);

const shape = /^Bearer +(nc_[A-Za-z0-9_-]{43}) *$/i;

/** Fastify answers with the status. */
export const refused = (statusCode: number, message: string) =>
  Object.assign(new Error(message), { statusCode });

const tokenInvalid = () => refused(401, 'Sign in first, or again.');

/** The user of the request's token. */
export async function signedIn(request: FastifyRequest): Promise<SignedIn> {
  const token = request.headers.authorization?.match(shape)?.[1];
  if (token === undefined) {
    throw tokenInvalid();
  }
  const [row] = await findSession([createHash('sha256').update(token).digest()]);
  if (!row) {
    throw tokenInvalid();
  }
  const { session_id: sessionId, untouched, ...user } = row;
  if (untouched) {
    await touchSession([sessionId]);
  }
  return user;
}
