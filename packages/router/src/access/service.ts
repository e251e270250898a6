import { hash } from 'node:crypto';
import { type ActorKind, type Executor, readInstant, type Role, Session } from '@namecard/db';
import ipaddr from 'ipaddr.js';
import type { Call, Deps } from '../context.ts';
import { rateLimited, tokenInvalid } from '../errors.ts';
import { roleLost } from './errors.ts';
import { canModerate, roleOf } from './policy.ts';
import {
  countRequest,
  findSession,
  lockActor,
  lockSessions,
  type SessionChoice,
  touchSession,
  type UserRow,
} from './queries.ts';

/** Where an actor acts from. */
export type Origin = Pick<Call, 'ip' | 'userAgent'>;

/** Who acts: all that policies and the audit see of it. */
export type Actor = {
  kind: ActorKind;
  id: string;
  role: Role;
  origin: Origin;
};

/** A user by one of their sessions. */
export type SignedInUser = Actor & {
  kind: 'user';
  sessionId: string;
  /** Begun within twelve hours and never idle for one: what acting as moderator or admin takes. */
  isFresh: boolean;
  /** Their record as it was when the call began. */
  user: UserRow;
  /** When the session ends if it is not used again, as PostgreSQL writes it. */
  sessionEndsAt: string;
};

const tokenShape = /^nc_[A-Za-z0-9_-]{43}$/;

const sha256 = (token: string) => hash('sha256', token, 'buffer');

/** The token in a request's header (RFC 6750 2.1); undefined where it holds none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
}

/** A new token, which nobody can read again: only its SHA-256 is kept. */
export function newToken({ random }: Pick<Deps, 'random'>): { token: string; tokenHash: Buffer } {
  const token = `nc_${random.bytes(32).toString('base64url')}`;
  return { token, tokenHash: sha256(token) };
}

/** The user behind a token, in one round trip; undefined when it does not, or no longer, sign anybody in. */
export async function findActor(
  deps: Pick<Deps, 'em' | 'settings'>,
  token: string,
  call: Origin,
): Promise<SignedInUser | undefined> {
  const { sessionDays } = deps.settings;
  const [row] = tokenShape.test(token)
    ? await findSession(deps.em, { tokenHash: sha256(token), sessionDays })
    : [];
  if (!row) {
    return undefined;
  }
  const [touched] = row.untouched
    ? await touchSession(deps.em, { sessionId: row.sessionId, sessionDays })
    : [];
  return {
    kind: 'user',
    id: row.id,
    role: roleOf(row, deps.settings),
    origin: call,
    sessionId: row.sessionId,
    isFresh: row.isFresh,
    user: row,
    sessionEndsAt: touched?.endsAt ?? row.endsAt,
  };
}

/**
 * Has the actor stay who they are until the transaction ends: a change of their role, a suspension or an erasure comes before
 * this lock, and is heeded, or waits for it. Gives `TOKEN_INVALID`, `ROLE_MISSING`.
 */
export async function lockModerator(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  { id }: Pick<Actor, 'id'>,
): Promise<void> {
  const row = await lockActor(em, id);
  if (!row || row.isSuspended) {
    throw tokenInvalid();
  }
  if (!canModerate({ role: roleOf(row, settings) })) {
    throw roleLost('moderator');
  }
}

/**
 * Ends the user's sessions, or those that are chosen, in the caller's transaction: their tokens are refused from the next request
 * on, by every instance. Returns their ids; none where they had ended before.
 */
export async function endSessions(
  { em }: Pick<Deps, 'em'>,
  userId: string,
  choice: SessionChoice = {},
): Promise<string[]> {
  const ids = await lockSessions(em, userId, choice);
  const now = await readInstant(em);
  for (const session of await em.find(Session, { id: ids })) {
    session.end(now);
  }
  await em.flush();
  return ids;
}

/** How many customers' worth of requests the /48 of a whole site may make. */
const siteFactor = 10;

/**
 * What is counted for a client: its IPv4 address, also one that came in over an IPv6 socket, or its IPv6 networks, since one
 * customer has a whole /64 of those.
 */
export function networksOf(ip: string): { network: string; factor: number }[] {
  if (!ipaddr.isValid(ip)) {
    return [{ network: ip, factor: 1 }];
  }
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') {
    return [{ network: address.toString(), factor: 1 }];
  }
  return [
    { bits: 64, factor: 1 },
    { bits: 48, factor: siteFactor },
  ].map(({ bits, factor }) => ({
    network: `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`).toString()}/${bits}`,
    factor,
  }));
}

/**
 * Counts a request of an IP address and refuses it beyond the hour's limit (`RATE_LIMITED`). What can't be counted is not
 * let through: the statement's failure is the request's. What one customer's network is refused for is not counted to the
 * site around it, or one customer could close it to all others.
 * @param limit 0 counts and refuses nothing
 */
export async function limitPerIp(
  em: Executor,
  action: 'send' | 'verify',
  ip: string,
  limit: number,
): Promise<void> {
  if (limit === 0) {
    return;
  }
  for (const { network, factor } of networksOf(ip)) {
    const { hits, secondsLeft } = await countRequest(em, `${action} ${network}`);
    if (hits > limit * factor) {
      throw rateLimited(Math.max(1, secondsLeft));
    }
  }
}
