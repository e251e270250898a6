import type { Language, Role } from '@namecard/db';
import type { Call } from '../call.ts';
import type { UserRow } from './users.sql.ts';

export type Origin = Pick<Call, 'ip' | 'userAgent' | 'acceptLanguage' | 'isForwarded'>;

/** A person with an account. */
export type UserActor = {
  kind: 'user';
  id: string;
  role: Role;
  isConfiguredAdmin: boolean;
  /** The session of the call. */
  sessionId: string;
  origin: Origin;
};

export type SignedInUser = UserActor & {
  /** At most 12 hours old, and never idle for an hour. Moderating needs this. */
  isFresh: boolean;
  /** Began within the last hour. An old token can't delete a card or export all data. */
  hasJustSignedIn: boolean;
  /** The user's record at the start of the call. */
  user: UserRow;
  /** The language of mails to this user; null while it is unknown. */
  language: Language | null;
  /** When the session ends if it is not used again, in PostgreSQL's text form. */
  sessionEndsAt: string;
};

/** A program with a service key. */
export type KeyActor = {
  kind: 'key';
  /** The key's id. */
  id: string;
  /** The admin who created the key; null if an operator did. */
  makerId: string | null;
  /** The role that the scope of the called procedure gives. */
  role: Role;
  /** Whether the key has `users:list`. Without it, it reads no address. */
  isListing: boolean;
  origin: Origin;
};

/** Runs the service by its command line. Has no account and the highest rank. */
export type OperatorActor = { kind: 'operator'; origin: Origin };

/** The service itself. */
type SystemActor = { kind: 'system'; origin: Origin };

export type Actor = UserActor | KeyActor | OperatorActor | SystemActor;

/** Actors who may act on users and profiles of others. */
export type Moderator = UserActor | KeyActor | OperatorActor;

/** Actors whose acts on many cards are limited, and may be done by a job. */
export type LimitedActor = UserActor | KeyActor;

/** The session or the service key in which the actor acts. */
export const sessionOf = (actor: LimitedActor): string =>
  actor.kind === 'user' ? actor.sessionId : actor.id;

/** The sender of a valid token. */
export type Caller = SignedInUser | KeyActor;

const ownMachine: Origin = { ip: '127.0.0.1', userAgent: undefined };

export const operator: OperatorActor = { kind: 'operator', origin: ownMachine };

/** The service acting without a call. */
export const system: SystemActor = { kind: 'system', origin: ownMachine };
