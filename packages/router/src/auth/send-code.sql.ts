import { addsAlone, batchedWrite, isFree, type Language } from '@namecard/db';
import { sql } from 'kysely';
import type { Device } from '../access/device.ts';

/** Who asks for a mail: keyed hashes of their IP address, network and allocation; null where nobody's mail is held. */
export type Requester = Record<'ip' | 'network' | 'allocation', string | null> & {
  isForwarded: boolean;
};

type NewMail = Device & {
  address: string;
  most: number;
  challengeId: string;
  keyId: string;
  mailId: string;
  /** The asker's; null where they name none of ours. */
  language: Language | null;
} & Requester;

const queue = batchedWrite<NewMail, Pick<NewMail, 'address'>>({
  columns: `
    address text, most int, "challengeId" uuid, "keyId" text, "mailId" uuid, browser text, system text, language text,
    ip text, network text, allocation text, "isForwarded" boolean
  `,
  isFree: isFree('addresses', 'email', 'address', addsAlone('addresses', sql`address`)),
  statement: sql`
    select address, queue_mail(
      address, most, "challengeId", "keyId", "mailId", browser, system, language, ip, network, allocation, "isForwarded"
    ) from chosen
  `,
  keyOf: ({ address }) => address,
  keyOfRow: ({ address }) => address,
});

/**
 * Queues a mail with the address's codes, or nothing if one that was mailed lately will do (`queue_mail.sql`). `most` is how many
 * mails may carry the codes of one challenge. Requests for the same address at the same time wait for one another.
 */
export const queueMail = queue.together;
