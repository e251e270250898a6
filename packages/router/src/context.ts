import type { Mailer } from '@namecard/email';
import type { Product } from '@namecard/look';
import type { Caller } from './access/caller.ts';
import type { Hashes } from './access/hashes.ts';
import type { KeyRing } from './access/keys.ts';
import type { Call } from './call.ts';
import type { Telemetry } from './telemetry.ts';
import type { EntityManager } from './transaction.ts';

/** Where chance comes from: given, so that tests can know it. */
export type Randomness = {
  /** A UUID of version 7 (RFC 9562). */
  id(): string;
  /** Bytes that nobody can guess. */
  bytes(length: number): Buffer;
};

/** A fixed code, and the instant (ISO 8601) from which it is none any more. */
type TestCode = { code: string; endsAt: string };

/** The fixed codes of one address, by the kind of code that they are. At least one is there. */
export type TestLogin = { short?: TestCode; long?: TestCode };

/** A limit of 0 is off. */
export type Settings = {
  /** Addresses, in lower case, whose users are admins. */
  adminEmails: ReadonlySet<string>;
  /** Who may sign up: everybody, or who has an address of one of these mail domains. Admins and whoever has an account always may. */
  signUps: 'open' | readonly string[];
  /** Addresses, in lower case, that also sign in with a fixed code. */
  testLogins: ReadonlyMap<string, TestLogin>;
  /** The service's own origin, by which tokens name who made them. */
  issuer: string;
  /** Who may be given tokens to verify. A pairwise audience knows people by names that no other audience has for them. */
  audiences: ReadonlyMap<string, { pairwise: boolean }>;
  /** Where people write to whoever runs the service: a web page, or `mailto:` with an address. */
  contactUrl: string | undefined;
  /** What mails call the product, and the colour (`#rrggbb`) of its mark. */
  product: Product;
  /** Digits of a short code: 6 to 8. */
  codeDigits: number;
  /** Codes that may be asked for, and tried, from one IP address in an hour. */
  sendPerIp: number;
  verifyPerIp: number;
  /** Wrong short codes that one address may be given in any 24 hours. */
  wrongPerAddress: number;
  /** Wrong short codes of one IP address in any hour; twice as many in 24, three times both of its network. */
  wrongPerIp: number;
  /** Wrong short codes compared in 24 hours, over all addresses; one more is allowed for every ten accounts that signed in. */
  wrongPerDay: number;
  /** Mails with the codes of one challenge. */
  mailsPerChallenge: number;
  /** Mails in an hour to addresses that never signed in: they flow evenly, and what is over waits. */
  mailsPerHour: number;
  /** Days that a session lasts from its last use. */
  sessionDays: number;
  /** Months that what moderators did is kept. */
  auditMonths: number;
  /** Profiles that one user may have. */
  profilesPerAccount: number;
  /** Which cards moderators are to look at. */
  review: ReadonlySet<'new' | 'changed'>;
  /** Whether profiles are read without signing in. */
  publicProfiles: boolean;
  /** Degrees to which locations are rounded for others than owners and moderators; 0 is exact. */
  locationPrecision: number;
  /** The same for who reads a public profile without a session. */
  publicLocationPrecision: number;
};

/** The parts of the connections for calls: signing in and moderators' expensive reads have their own. */
export type Pool = 'foreground' | 'sign_in' | 'search' | 'document';

/** Who asks for work to be done: the network of an IP address until the actor is known, then the actor within it. */
export type Asker = {
  ip: string;
  actor?: Caller['id'] | undefined;
  pool: Pool;
  /** The procedure that is called, once the actor is known. */
  procedure?: string;
  /** What the call is authorized with, while nobody knows its actor. */
  authorization?: string | undefined;
};

/** A message of Standard Webhooks, to be signed with each of the secrets (`whsec_…`). */
export type WebhookMessage = {
  url: string;
  id: string;
  body: string;
  secrets: readonly [string, ...string[]];
};

/**
 * The status that came back and the seconds of its `Retry-After`, or why none did; `address_forbidden`: it is not of the
 * internet.
 */
export type WebhookAnswer =
  | { status: number; retryAfter?: number | undefined }
  | { failure: 'timed_out' | 'connection_failed' | 'address_forbidden' };

/** How webhooks are sent. */
export type WebhookSender = {
  /** Whether an address is of a kind that is sent to at all: https, in production. */
  takes(url: string): boolean;
  /** Resolves whatever the receiver does, and within its time limit: a failure is an answer, never an exception. */
  send(message: WebhookMessage): Promise<WebhookAnswer>;
};

/** What services work with. */
export type Deps = {
  em: EntityManager;
  /** Does the work when it is the asker's turn. Gives `RATE_LIMITED`, `UNAVAILABLE` where too many calls wait. */
  admit<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result>;
  keys: KeyRing;
  hashes: Hashes;
  telemetry: Telemetry;
  /** Does a call's work as a span of the trace that it is a part of, under that name. Undefined where nothing is traced. */
  traced?:
    | (<Result>(name: string, work: () => Promise<Result>) => Promise<Result>)
    | undefined;
  random: Randomness;
  settings: Settings;
  /** Tells the outbox's worker that a mail was committed, so that it need not wait for its next look. */
  mailQueued(): void;
  /** Has the mail's provider deliver to an address again. */
  clearSuppression: Mailer['clearSuppression'];
  webhooks: WebhookSender;
};

/** What a face gives to the router with every call. */
export type Context = {
  call: Call;
  deps: Deps;
  /** Called with who acts and the procedure they call, as soon as that is known. */
  onActor?: ((actor: Pick<Caller, 'kind' | 'id'>, procedure: string) => void) | undefined;
  /** Of a batch: runs a call of it when that call's turn comes. Throws where the batch's answers would be too large. */
  inTurn?:
    | (<Result extends { data: unknown }>(
        work: () => Promise<Result>,
        procedure: string,
      ) => Promise<Result>)
    | undefined;
  /** Called with every failure that is not the client’s: what failed, and where. */
  onUnexpected(error: unknown, path: string): void;
};
