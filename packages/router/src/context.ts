import type { Orm } from '@namecard/db';
import type { Mailer } from '@namecard/email';
import type { KeyRing } from './auth/keys.ts';
import type { SignInSettings } from './auth/settings.ts';
import type { MailSettings } from './mail/settings.ts';
import type { ProfileSettings } from './profiles/settings.ts';

/**
 * Sends statements and runs transactions. It is shared by all calls, so it holds no entities: outside of `transactional`, which
 * gives its work a manager of its own, MikroORM refuses to read or change one.
 */
export type EntityManager = Orm['em'];

/** Where chance comes from: given, so that tests can know it. */
export type Randomness = {
  /** A UUID of version 7 (RFC 9562). */
  id(): string;
  /** Bytes that nobody can guess. */
  bytes(length: number): Buffer;
};

export type Settings = SignInSettings & MailSettings & ProfileSettings;

/** What services work with. */
export type Deps = {
  em: EntityManager;
  keys: KeyRing;
  random: Randomness;
  settings: Settings;
  /** Tells the outbox's worker that a mail was committed, so that it need not wait for its next look. */
  mailQueued(): void;
  /** Has the mail's provider deliver to an address again. */
  clearSuppression: Mailer['clearSuppression'];
};

/** What the service knows of a call, whichever face it came through. */
export type Call = {
  id: string;
  ip: string;
  authorization: string | undefined;
  userAgent: string | undefined;
  /** The client's own name for the request, under which it may be repeated. */
  idempotencyKey?: string | undefined;
};

/** What a face gives to the router with every call. */
export type Context = {
  call: Call;
  deps: Deps;
  /** Told of every failure that is not the client's: what failed, and where. */
  onUnexpected(error: unknown, path: string): void;
};
