import type { Language, Role } from '@namecard/db';
import type { Call } from '../call.ts';
import type { UserRow } from './users.sql.ts';

/** Where an actor acts from. */
export type Origin = Pick<Call, 'ip' | 'userAgent' | 'acceptLanguage' | 'isForwarded'>;

/** A person with an account. */
export type UserActor = {
  kind: 'user';
  id: string;
  role: Role;
  /** Whether they are an admin by `ADMIN_EMAILS`. */
  isConfiguredAdmin: boolean;
  /** By which of their sessions they act. */
  sessionId: string;
  origin: Origin;
};

/** A user by one of their sessions. */
export type SignedInUser = UserActor & {
  /** Begun within twelve hours and never idle for one: what acting as moderator or admin takes. */
  isFresh: boolean;
  /** Whether the session began within the last hour. Erasing and deleting take that: a stolen token alone should not do. */
  hasJustSignedIn: boolean;
  /** Their record as it was when the call began. */
  user: UserRow;
  /** In which they are written to; null while nobody knows. */
  language: Language | null;
  /** When the session ends if it is not used again, as PostgreSQL writes it. */
  sessionEndsAt: string;
};

/** A program by its service key. */
export type KeyActor = {
  kind: 'key';
  /** The key's. */
  id: string;
  /** The admin who made it, `null` where an operator did. */
  makerId: string | null;
  /** The role that the scope of the called procedure stands for. */
  role: Role;
  origin: Origin;
};

/** Somebody who runs the service, by its command line. They have no account, and nobody outranks them. */
export type OperatorActor = { kind: 'operator'; origin: Origin };

/** The service itself. */
export type SystemActor = { kind: 'system'; origin: Origin };

export type Actor = UserActor | KeyActor | OperatorActor | SystemActor;

/** Those who act on what belongs to others. */
export type Moderator = UserActor | KeyActor | OperatorActor;

/** The sender of a valid token: a user, or a program. */
export type Caller = SignedInUser | KeyActor;

const ownMachine: Origin = { ip: '127.0.0.1', userAgent: undefined };

export const operator: OperatorActor = { kind: 'operator', origin: ownMachine };

/** The service where no call made it act. */
export const system: SystemActor = { kind: 'system', origin: ownMachine };
