import type { Reason } from './errors.ts';

/** What operators count. */
export const countedEvents = ['sends', 'wrong_codes', 'bounces', 'shed_requests'] as const;

/** What refuses a client's request, or holds something back, to leave enough for others. */
export const limitNames = [
  'sends_per_ip',
  'verifications_per_ip',
  'wrong_codes_per_address',
  'wrong_codes_per_ip',
  'wrong_codes_per_day',
  'mails_per_hour',
  'mails_after_bounces',
  'share_of_work',
  'capacity',
  'memory',
  'unsent_bytes',
  'slow_readers',
] as const;

export type CountedEvent = (typeof countedEvents)[number];
export type LimitName = (typeof limitNames)[number];

/**
 * Says of an erased account what it was, when it was erased, and until when usernames of it rest as keyed hashes; null where none
 * does. Instants are ISO 8601.
 */
export type ErasureReceipt = { userId: string; at: string; namesRestUntil: string | null };

/** What services report to the operator: numbers and names of limits, nothing of any client but the receipts of the erased. */
export type Telemetry = {
  count(event: CountedEvent): void;
  /** Counts an error that a client was given. */
  countError(reason: Reason): void;
  /** Reports that a limit refused something or held it back. A limit that goes on doing so is one event in the log. */
  limited(limit: LimitName): void;
  /** Writes a receipt down, which says after a restore whom to erase again. The same one may come twice. */
  erased(receipt: ErasureReceipt): Promise<void>;
};
