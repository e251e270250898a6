import { hash } from 'node:crypto';
import {
  type ActorKind,
  type LogPosition,
  readInstant,
  type Role,
  Session,
} from '@namecard/db';
import type { Call, Deps } from '../context.ts';
import { rateLimited, tokenInvalid } from '../errors.ts';
import { configuredAdmin, roleLost } from './errors.ts';
import { rangesOf } from './networks.ts';
import { canActOn, personOf, roleOf } from './policy.ts';
import { countRequest, lockActor, type UserRow } from './queries.ts';
import { lockLiveKey } from './service-keys/queries.ts';
import {
  findSession,
  findSessionAndLog,
  lockSessions,
  type SessionChoice,
  touchSession,
} from './sessions/queries.ts';

/** Where an actor acts from. */
export type Origin = Pick<Call, 'ip' | 'userAgent' | 'isForwarded'>;

type Acting<Kind extends ActorKind> = {
  kind: Kind;
  id: string;
  role: Role;
  /** Whether they are an admin by `ADMIN_EMAILS`. */
  isConfiguredAdmin: boolean;
  origin: Origin;
};

/** Where there are replicas: the log's end when the call began, and of the last change that the call has to see. */
type SeenLog = { end: LogPosition; lastChange: LogPosition };

/** A program by its service key. */
export type KeyActor = Acting<'key'> & {
  isConfiguredAdmin: false;
  /** The admin who made it, `null` where an operator did. */
  makerId: string | null;
  /** It has no sign-in that could be too old. */
  isFresh: true;
  log?: SeenLog | undefined;
};

/** Who acts: all that policies and the audit see of it. */
export type Actor = Acting<'user'> | KeyActor;

/** Whoever runs the service, by its command line: an admin whom nobody outranks, without an account. */
export type OperatorActor = {
  kind: 'operator';
  id: null;
  role: 'admin';
  isConfiguredAdmin: true;
  origin: Origin;
};

/** Who acts on what is others'. */
export type Moderator = Actor | OperatorActor;

/** An operator who acts on the machine itself. */
export const operator: OperatorActor = {
  kind: 'operator',
  id: null,
  role: 'admin',
  isConfiguredAdmin: true,
  origin: { ip: '127.0.0.1', userAgent: undefined },
};

/** A user by one of their sessions. */
export type SignedInUser = Acting<'user'> & {
  sessionId: string;
  /** Begun within twelve hours and never idle for one: what acting as moderator or admin takes. */
  isFresh: boolean;
  /** Whether the session began within the last hour. Erasing and deleting take that: a stolen token alone should not do. */
  hasJustSignedIn: boolean;
  /** Their record as it was when the call began. */
  user: UserRow;
  /** When the session ends if it is not used again, as PostgreSQL writes it. */
  sessionEndsAt: string;
  log?: SeenLog | undefined;
};

/** Whoever's token was sent: a user's, or a program's. */
export type Caller = SignedInUser | KeyActor;

const tokenShape = /^nc_[A-Za-z0-9_-]{43}$/;

/** What is kept of a token. */
export const hashOfToken = (token: string) => hash('sha256', token, 'buffer');

/** The token in a request's header (RFC 6750 2.1); undefined where it holds none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
}

/** A new token, of a session or a service key, which nobody can read again: only its SHA-256 is kept. */
export function newToken(
  { random }: Pick<Deps, 'random'>,
  prefix: 'nc' | 'nk' = 'nc',
): { token: string; tokenHash: Buffer } {
  const token = `${prefix}_${random.bytes(32).toString('base64url')}`;
  return { token, tokenHash: hashOfToken(token) };
}

/** The user behind a token, in one round trip; undefined when it does not, or no longer, sign anybody in. */
export async function findActor(
  deps: Pick<Deps, 'em' | 'replicas' | 'settings'>,
  token: string,
  call: Origin,
): Promise<SignedInUser | undefined> {
  const { sessionDays } = deps.settings;
  const find = deps.replicas ? findSessionAndLog : findSession;
  const row = tokenShape.test(token)
    ? await find(deps.em, sessionDays, hash('sha256', token))
    : undefined;
  if (!row) {
    return undefined;
  }
  const { logEnd: end, lastChange } = row;
  const [touched] = row.untouched
    ? await touchSession(deps.em, { sessionId: row.sessionId, sessionDays })
    : [];
  return {
    kind: 'user',
    id: row.id,
    // The code of a test login is known to others than the user: it never gives what a role gives.
    role: row.isTest ? 'user' : roleOf(row, deps.settings),
    isConfiguredAdmin: !row.isTest && deps.settings.adminEmails.has(row.emailKey),
    origin: call,
    sessionId: row.sessionId,
    isFresh: row.isFresh,
    hasJustSignedIn: row.hasJustSignedIn,
    user: row,
    sessionEndsAt: touched?.endsAt ?? row.endsAt,
    ...(end !== undefined && lastChange !== undefined && { log: { end, lastChange } }),
  };
}

/**
 * Has the actor stay who they are until the transaction ends: a change of their role, a suspension or an erasure comes before
 * this lock, and is heeded, or waits for it; so does the end of a key. An operator has no row that could change. Gives
 * `TOKEN_INVALID`, `ROLE_MISSING`.
 */
export async function lockModerator(
  deps: Pick<Deps, 'em' | 'settings'>,
  actor: Moderator,
  role: Exclude<Role, 'user'> = 'moderator',
): Promise<void> {
  const person = personOf(actor);
  if (person !== null) {
    const row = await lockActor(deps.em, person);
    if (!row || row.isSuspended) {
      throw tokenInvalid();
    }
    const has = roleOf(row, deps.settings);
    if (actor.kind === 'key' && has !== 'admin') {
      throw tokenInvalid();
    }
    if (has === 'user' || (role === 'admin' && has !== role)) {
      throw roleLost(role);
    }
  }
  await lockKey(deps, actor);
}

/** Has a key, if one acts, not end before the transaction does. Goes after the lock on its maker. Gives `TOKEN_INVALID`. */
export async function lockKey(
  { em }: Pick<Deps, 'em'>,
  { kind, id }: Moderator,
): Promise<void> {
  if (kind === 'key' && !(await lockLiveKey(em, id))) {
    throw tokenInvalid();
  }
}

/** Goes before every action that `canActOn` decides about. Gives `CONFIGURED_ADMIN`. */
export function requireCanActOn(
  { settings }: Pick<Deps, 'settings'>,
  actor: Moderator,
  emailKey: string,
): void {
  if (!canActOn(actor, emailKey, settings)) {
    throw configuredAdmin();
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

/** How many addresses' worth of requests the /48 of a whole site may make. */
const siteFactor = 10;

/** What requests of an IP address are counted by: its own range and, of IPv6, that of its site. */
function countedRanges(ip: string): { range: string; factor: number }[] {
  const { address, network } = rangesOf(ip);
  const own = { range: address, factor: 1 };
  return network.includes(':') ? [own, { range: network, factor: siteFactor }] : [own];
}

/**
 * Counts a request of an IP address and refuses it beyond the hour's limit (`RATE_LIMITED`). What can't be counted is not
 * let through: the statement's failure is the request's. What one address is refused for is not counted to the site around it,
 * or one customer could close it to all others. A limit of 0 counts and refuses nothing.
 */
export async function limitPerIp(
  {
    em,
    hashes,
    settings,
    telemetry,
  }: Pick<Deps, 'em' | 'hashes' | 'settings' | 'telemetry'>,
  action: 'send' | 'verify',
  ip: string,
): Promise<void> {
  const limit = action === 'send' ? settings.sendPerIp : settings.verifyPerIp;
  if (limit === 0) {
    return;
  }
  for (const { range, factor } of countedRanges(ip)) {
    const key = hashes.of('limits', `${action} ${range}`);
    const { hits, secondsLeft } = await countRequest(em, key);
    if (hits > limit * factor) {
      telemetry.limited(action === 'send' ? 'sends_per_ip' : 'verifications_per_ip');
      throw rateLimited(Math.max(1, secondsLeft));
    }
  }
}
