import type { AuditEventType } from '@namecard/db';
import type { Delivery } from '@namecard/email';
import { z } from 'zod';
import type { Reason } from './reasons.ts';

export const countedEvents = ['bounces', 'shed_requests'] as const;

/** Names in the log and the metrics. */
export const securityEvents = [
  'code_asked',
  'code_sent',
  'code_wrong',
  'signed_in',
  'sessions_ended',
  'role_changed',
  'suspended',
  'unsuspended',
] as const;

/** The limits that refuse or delay something, so that others get a share. */
export const limitNames = [
  'sends_per_ip',
  'verifications_per_ip',
  'wrong_codes_per_address',
  'wrong_codes_per_ip',
  'wrong_codes_per_day',
  'mails_per_hour',
  'mails_per_source',
  'reports',
  'writes_per_account',
  'share_of_work',
  'capacity',
  'memory',
  'unsent_bytes',
  'unanswered_requests',
  'connections',
] as const;

/** Results of tries, and the steps after a day of failures. */
export const webhookEvents = [
  'accepted',
  'refused',
  'unanswered',
  'set_aside',
  'switched_off',
] as const;

type WebhookEvent = (typeof webhookEvents)[number];
type CountedEvent = (typeof countedEvents)[number];
export type SecurityEvent = (typeof securityEvents)[number];
export type LimitName = (typeof limitNames)[number];

/** `hashes` of the addresses of one account. */
export const Ban = z.object({ hashes: z.array(z.string()), until: z.string() });

export type Ban = z.infer<typeof Ban>;

/**
 * Names an erased account, for erasures after a restore. `namesRestUntil` is the
 * end of the rest of its usernames; null if none rest. `ban` has hashes of the addresses
 * of a suspended account. Instants are in ISO 8601.
 */
export type ErasureReceipt = {
  userId: string;
  at: string;
  namesRestUntil: string | null;
  ban: Ban | null;
};

/** An admin has ended the ban with this hash, which an older copy still has. */
export type BanEnd = { unbanned: string; at: string };

/** What a restore of an older backup does again. */
export type KeptReceipt = ErasureReceipt | BanEnd;

/** The people of a security event. */
export type Concerned = {
  /** Only a keyed hash of the address is logged. It changes monthly. */
  address: string;
  /** `by` is the id of the person who did it, if that is somebody else. */
  user?: string;
  by?: string;
};

/** `refused`: the client's fault. `failed`: the service's fault. */
export type CallOutcome = 'ok' | 'refused' | 'failed';

export type Telemetry = {
  count(event: CountedEvent): void;
  countError(reason: Reason): void;
  /** While a limit keeps refusing, the log has one event of it. */
  limited(limit: LimitName): void;
  /** Stores a receipt for restores. The same one may come twice. */
  erased(receipt: ErasureReceipt): Promise<void>;
  /** Likewise. */
  unbanned(end: BanEnd): Promise<void>;
  /** `reason` is the mailer's word. Lasting trouble is one event in the log. */
  mailTroubled(reason: string, words?: string): void;
  /**
   * The mail budget holds back an IP address without proxy headers that asks for
   * most mail. It may be a frontend's server. Lasting trouble is one event in the
   * log.
   */
  forwardsNothing(): void;
  /** Counts and logs a security event. Call it after the commit. */
  event(event: SecurityEvent, concerned: Concerned): void;
  moderated(type: AuditEventType): void;
  /** Milliseconds include the waiting time. */
  answered(procedure: string, outcome: CallOutcome, milliseconds: number): void;
  /**
   * `seconds` since the mail was asked for, if the provider took it. `isHeld`: the
   * provider refuses everybody, so the mail is kept.
   */
  delivered(delivery: Delivery, seconds?: number, isHeld?: boolean): void;
  /** Switching off is logged as well, without the address. */
  webhook(event: WebhookEvent): void;
};
