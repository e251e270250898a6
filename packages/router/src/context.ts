import type { Mailer } from '@namecard/email';
import type { Product } from '@namecard/look';
import type { SocialNetwork } from '@namecard/look/socials';
import type { Caller } from './access/caller.ts';
import type { Hashes } from './access/hashes.ts';
import type { KeyRing } from './access/keys.ts';
import type { Call } from './call.ts';
import type { Telemetry } from './telemetry.ts';
import type { EntityManager } from './transaction.ts';

/** The source of randomness. Tests replace it. */
export type Randomness = {
  /** A UUID of version 7 (RFC 9562). */
  id(): string;
  /** Unpredictable bytes. */
  bytes(length: number): Buffer;
};

/** The fixed long code of an address. `endsAt` is in ISO 8601. */
export type TestLogin = { code: string; endsAt: string };

/** A limit of 0 is off. */
export type Settings = {
  /** In lower case. */
  adminEmails: ReadonlySet<string>;
  /** Everybody or some mail domains. Admins and existing accounts always may. */
  signUps: 'open' | readonly string[];
  /** Addresses in lower case that also sign in with a fixed code. */
  testLogins: ReadonlyMap<string, TestLogin>;
  /** The service's own origin, which is the `iss` of JWTs. */
  issuer: string;
  /** The servers that verify JWTs. A pairwise audience gets different user ids. */
  audiences: ReadonlyMap<string, { pairwise: boolean }>;
  /** The product's name, the colour (`#rrggbb`) of its mark, and who runs it. */
  product: Product;
  /** Requests for codes of one IP address in an hour. Tries have the same limit. */
  sendPerIp: number;
  verifyPerIp: number;
  /** Wrong short codes for one email address in any 24 hours. */
  wrongPerAddress: number;
  /**
   * Wrong short codes of one IP address in an hour. Twice as many are allowed in
   * 24 hours. Its network may send three times as many.
   */
  wrongPerIp: number;
  /** Wrong short codes in 24 hours over all, plus one for ten signed-in accounts. */
  wrongPerDay: number;
  /** Mails to strangers in an hour. They leave evenly, and the rest waits. */
  mailsPerHour: number;
  /** Days from the last use of a session to its end. */
  sessionDays: number;
  /** How long the history is kept. */
  auditMonths: number;
  /** Profiles of one user. */
  profilesPerAccount: number;
  /** Of an hour; ten thirds of it in a day. 0 means no limit. */
  writesPerAccount: number;
  /** Which cards get an item for moderators. */
  review: ReadonlySet<'new' | 'changed' | 'hold'>;
  /** Whether profiles are readable without a sign-in. */
  publicProfiles: boolean;
  /** The kinds of links that members may add. */
  socials: readonly SocialNetwork[];
  /** Degrees of rounding for others than owners and moderators. */
  locationPrecision: number;
  /** The same for readers without a session. */
  publicLocationPrecision: number;
};

/** Pools of connections. Sign-ins and expensive searches have their own. */
export type Pool = 'foreground' | 'sign_in' | 'search' | 'document';

/** The caller who waits. */
export type Asker = {
  ip: string;
  pool: Pool;
  authorization?: string | undefined;
};

/** A message of Standard Webhooks. Each secret (`whsec_…`) signs it. */
export type WebhookMessage = {
  url: string;
  id: string;
  /** ISO 8601, by the database's clock. */
  at: string;
  body: string;
  secrets: readonly [string, ...string[]];
};

/** `retryAfter` is in seconds. `address_forbidden`: not an internet address. */
export type WebhookAnswer =
  | { status: number; retryAfter?: number | undefined }
  | { failure: 'timed_out' | 'connection_failed' | 'address_forbidden' };

export type WebhookSender = {
  /** Whether the address is allowed: https in production. */
  takes(url: string): boolean;
  /** Never throws, and keeps a time limit. Failures are answers. */
  send(message: WebhookMessage): Promise<WebhookAnswer>;
};

/** What decides how much of a card others see. */
export type SeenByOthers = Pick<Settings, 'locationPrecision' | 'socials'>;

export type Deps = {
  em: EntityManager;
  /** Waits for the asker's turn. Fails with `RATE_LIMITED`, `UNAVAILABLE`. */
  admit<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result>;
  keys: KeyRing;
  hashes: Hashes;
  telemetry: Telemetry;
  /** Runs the work as a span of the trace. Undefined without tracing. */
  traced?:
    | (<Result>(name: string, work: () => Promise<Result>) => Promise<Result>)
    | undefined;
  random: Randomness;
  settings: Settings;
  /** Wakes the outbox's worker after a commit. */
  mailQueued(): void;
  /** Call it after a large act has begun. */
  actBegun(): void;
  /** Sends a mail at once, for a person who waits for it. Never rejects. */
  deliver: Mailer['deliver'];
  /** Makes the mail provider deliver to the address again. */
  clearSuppression: Mailer['clearSuppression'];
  webhooks: WebhookSender;
};

/** REST, tRPC and the pages pass this to the router with each call. */
export type Context = {
  call: Call;
  deps: Deps;
  /** Called as soon as the actor is known. */
  onActor?: ((actor: Pick<Caller, 'kind' | 'id'>) => void) | undefined;
  /** Runs a call of a batch in its turn. */
  inTurn?:
    | (<Result extends { data: unknown }>(work: () => Promise<Result>) => Promise<Result>)
    | undefined;
  /** Called with each failure that is not the client's. */
  onUnexpected(error: unknown, path: string): void;
};
