import type { ActorKind, Role } from '@namecard/db';
import type { Call } from '../call.ts';
import type { UserRow } from './users.sql.ts';

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

/** A program by its service key. */
export type KeyActor = Acting<'key'> & {
  isConfiguredAdmin: false;
  /** The admin who made it, `null` where an operator did. */
  makerId: string | null;
  /** It has no sign-in that could be too old. */
  isFresh: true;
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
};

/** Whoever's token was sent: a user's, or a program's. */
export type Caller = SignedInUser | KeyActor;
