import type { AuditEventType } from '@namecard/db';
import type { Delivery } from '@namecard/email';
import type { Reason } from './reasons.ts';

/** What operators count. */
export const countedEvents = ['bounces', 'shed_requests'] as const;

/** What happens to whoever signs in, by the names under which the log and the metrics have it. */
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

/** What refuses a client's request, or holds something back, to leave enough for others. */
export const limitNames = [
  'sends_per_ip',
  'verifications_per_ip',
  'wrong_codes_per_address',
  'wrong_codes_per_ip',
  'wrong_codes_per_day',
  'mails_per_hour',
  'mails_per_source',
  'reports',
  'share_of_work',
  'capacity',
  'memory',
  'unsent_bytes',
  'slow_readers',
  'unread_bytes',
  'connections',
] as const;

/** What comes of telling webhooks of changes: how a try ended, and what is done after a day of failures. */
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

/**
 * Says of an erased account what it was, when it was erased, and until when usernames of it rest as keyed hashes; null where none
 * does. Instants are ISO 8601.
 */
export type ErasureReceipt = {
  userId: string;
  at: string;
  namesRestUntil: string | null;
};

/** Whom a security event is about. */
export type Concerned = {
  /** The email address; a keyed hash of it, which changes by month, is all that is logged. */
  address: string;
  /** The ids of their account, where they have one, and of whoever did it, where that is somebody else. */
  user?: string;
  by?: string;
};

/** How a call ended: `refused` where the client was at fault, `failed` where the service was. */
export type CallOutcome = 'ok' | 'refused' | 'failed';

/** What services report to the operator. */
export type Telemetry = {
  count(event: CountedEvent): void;
  /** Counts an error that a client was given. */
  countError(reason: Reason): void;
  /** Reports that a limit refused something or held it back. A limit that goes on doing so is one event in the log. */
  limited(limit: LimitName): void;
  /** Writes a receipt down, which says after a restore whom to erase again. The same one may come twice. */
  erased(receipt: ErasureReceipt): Promise<void>;
  /** Reports that mail does not leave, and why, in the mailer's words. Trouble that lasts is one event in the log. */
  mailTroubled(reason: string): void;
  /**
   * Reports that the brake holds mail of an IP address from which most of it is asked for, and whose requests carry no proxy's header:
   * perhaps a frontend's server. What lasts is one event in the log.
   */
  forwardsNothing(): void;
  /** Counts what happened to somebody, and logs it. To be called once it is committed. */
  event(event: SecurityEvent, concerned: Concerned): void;
  /** Counts what was done to a row, as the history has it. */
  moderated(type: AuditEventType): void;
  /** Reports how a procedure's call ended, and after how many milliseconds, those in which it waited included. */
  answered(procedure: string, outcome: CallOutcome, milliseconds: number): void;
  /** Counts a try to deliver a mail; where the provider took it, with the seconds since it was asked for. */
  delivered(delivery: Delivery, seconds?: number): void;
  /** Counts what came of telling a webhook of a change. That one is switched off is logged as well, without its address. */
  webhook(event: WebhookEvent): void;
};
