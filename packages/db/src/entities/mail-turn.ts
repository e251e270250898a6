import { defineEntity, p } from '@mikro-orm/core';
import { index, instant } from './columns.ts';
import { personal } from './personal.ts';
import { languages } from './user.ts';

/** `mailed`: it also paid for a mail to an address that had never signed in. */
const turnStates = ['waiting', 'paid', 'mailed'] as const;

export const MailTurnSchema = defineEntity({
  name: 'MailTurn',
  tableName: 'mail_turns',
  indexes: [
    { name: 'mail_turns_by_address', properties: ['address', 'ip'] },
    { name: 'mail_turns_by_end', properties: ['endsAt'] },
    index(
      'mail_turns_by_allocation',
      "mail_turns (allocation, asked_at) where state = 'waiting'",
    ),
    index(
      'mail_turns_by_network',
      "mail_turns (allocation, network, asked_at) where state = 'waiting'",
    ),
    index(
      'mail_turns_by_ip',
      "mail_turns (network, ip, asked_at) where state = 'waiting'",
    ),
    index(
      'mail_turns_of_allocation',
      "mail_turns (allocation, ends_at) where state <> 'waiting'",
    ),
    index(
      'mail_turns_of_network',
      "mail_turns (network, ends_at) where state <> 'waiting'",
    ),
    index('mail_turns_of_ip', "mail_turns (ip, ends_at) where state <> 'waiting'"),
  ],
  // All withheld: the asker may be somebody other than the owner of the address.
  properties: {
    id: personal(p.uuid().primary(), 'withheld', 'deleted'),
    address: personal(p.text(), 'withheld', 'deleted'),
    ip: personal(p.text(), 'withheld', 'deleted'),
    network: personal(p.text(), 'withheld', 'deleted'),
    allocation: personal(p.text(), 'withheld', 'deleted'),
    browser: personal(p.text(), 'withheld', 'deleted'),
    system: personal(p.text(), 'withheld', 'deleted'),
    language: personal(p.enum(languages).strictNullable(), 'withheld', 'deleted'),
    isForwarded: personal(p.boolean(), 'withheld', 'deleted'),
    state: personal(p.enum(turnStates).default('waiting'), 'withheld', 'deleted'),
    askedAt: personal(instant(), 'withheld', 'deleted'),
    endsAt: personal(instant(), 'withheld', 'deleted'),
  },
});

/**
 * A request for a code, of somebody without a session. It waits to pay the asker's
 * budgets, and is dropped at `endsAt`. Once it has paid, it counts for the asker's
 * IP address, network and allocation, until a later `endsAt` or until a code signs
 * the address in. All requests do so alike, with or without a mail, so that an
 * asker learns nothing about the address. A held mail leaves when one of its
 * address's turns pays. `ip`, `network` and `allocation` are keyed hashes.
 * `isForwarded`: the client sent the IP address of somebody else.
 */
export class MailTurn extends MailTurnSchema.class {}

MailTurnSchema.setClass(MailTurn);
