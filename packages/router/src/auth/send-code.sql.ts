import { batchedWrite, type Language, lockIfFree, lockNewIfFree } from '@namecard/db';
import { sql } from 'kysely';
import type { Device } from '../access/device.ts';

/** Keyed hashes; null without a mail budget, because there are no turns then. */
export type Requester = Record<'ip' | 'network' | 'allocation', string | null> & {
  isForwarded: boolean;
};

type NewMail = Device & {
  address: string;
  challengeId: string;
  keyId: string;
  mailId: string;
  /** Null if we have none of the browser's languages. */
  language: Language | null;
} & Requester;

/**
 * For a member `queue_mail` looks up less. This looks as much up, so that the time of the
 * answer does not tell who has an account.
 */
const looksUpAsMuch = sql`case when exists (select from users where email_key = address) then
  is_invited(address) or exists (select from outbox where recipient = address and state = 'queued' and held)
  or exists (select from outbox where challenge_id = "challengeId")
end`;

const queue = batchedWrite<NewMail, Pick<NewMail, 'address'>>({
  columns: `
    address text, "challengeId" uuid, "keyId" text, "mailId" uuid, browser text, system text, language text,
    ip text, network text, allocation text, "isForwarded" boolean
  `,
  lockIfFree: lockIfFree(
    'addresses',
    'email',
    'address',
    lockNewIfFree('addresses', sql`address`),
  ),
  statement: sql`
    select address, queue_mail(
      address, "challengeId", "keyId", "mailId", browser, system, language, ip, network, allocation, "isForwarded"
    ), ${looksUpAsMuch} from chosen
  `,
  keyOf: ({ address }) => address,
  keyOfRow: ({ address }) => address,
});

/**
 * Queues a mail with the codes of an address, unless a recent one will do. Calls for
 * one address run in turn (`queue_mail.sql`).
 */
export const queueMail = queue.together;
