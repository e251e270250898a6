import type { Executor, Orm } from '@namecard/db';
import type { Mailer } from '@namecard/email';
import type { KeyRing } from './access/keys.ts';
import type { Actor } from './access/service.ts';

/** Sends statements and runs transactions. Entities are loaded and changed in the one that `inTransaction` gives its work. */
export type EntityManager = Orm['em'];

/** Where chance comes from: given, so that tests can know it. */
export type Randomness = {
  /** A UUID of version 7 (RFC 9562). */
  id(): string;
  /** Bytes that nobody can guess. */
  bytes(length: number): Buffer;
};

/** A limit of 0 is off. */
export type Settings = {
  /** Addresses, in lower case, whose users are admins. */
  adminEmails: ReadonlySet<string>;
  /** Digits of a short code: 6 to 8. */
  codeDigits: number;
  /** Codes that may be asked for, and tried, from one IP address in an hour. */
  sendPerIp: number;
  verifyPerIp: number;
  /** Wrong short codes that one address may be given in any 24 hours. */
  wrongPerAddress: number;
  /** Wrong short codes of a clock hour, over all addresses, after which none is accepted until its end. */
  wrongGlobal: number;
  /** Mails with the codes of one challenge. */
  mailsPerChallenge: number;
  /** Mails in a clock hour to addresses that never signed in; what is over waits for the next. */
  mailsPerHour: number;
  /** Days that a session lasts from its last use. */
  sessionDays: number;
  /** Profiles that one user may have. */
  profilesPerAccount: number;
};

/** Who asks for work to be done: a network, by an IP address of it, until the actor is known. */
export type Asker = { kind: 'network'; id: string } | Pick<Actor, 'kind' | 'id'>;

/** What services work with. */
export type Deps = {
  em: EntityManager;
  /** For reads that may come from a replica, and so lag behind `em`: lists, searches, one profile, the audit. */
  reader: Executor;
  /** Does the work when it is the asker's turn. */
  admit<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result>;
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
  /** Called with every failure that is not the client’s: what failed, and where. */
  onUnexpected(error: unknown, path: string): void;
};
