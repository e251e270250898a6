import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { OutboxMail } from './outbox-mail.ts';
import { personal } from './personal.ts';
import { languages } from './user.ts';

export const MailTurnSchema = defineEntity({
  name: 'MailTurn',
  tableName: 'mail_turns',
  indexes: [
    { name: 'mail_turns_by_allocation', properties: ['allocation', 'askedAt'] },
    { name: 'mail_turns_by_network', properties: ['allocation', 'network', 'askedAt'] },
    { name: 'mail_turns_by_ip', properties: ['network', 'ip', 'askedAt'] },
  ],
  // All withheld: the asker may be somebody other than the owner of the address.
  properties: {
    mailId: () =>
      personal(
        p
          .manyToOne(OutboxMail)
          .mapToPk()
          .primary()
          .fieldName('mail_id')
          .deleteRule('cascade')
          .updateRule('no action')
          .index(false),
        'withheld',
        'deleted',
      ),
    ip: personal(p.text().primary(), 'withheld', 'deleted'),
    network: personal(p.text(), 'withheld', 'deleted'),
    allocation: personal(p.text(), 'withheld', 'deleted'),
    browser: personal(p.text(), 'withheld', 'deleted'),
    system: personal(p.text(), 'withheld', 'deleted'),
    language: personal(p.enum(languages).strictNullable(), 'withheld', 'deleted'),
    isForwarded: personal(p.boolean(), 'withheld', 'deleted'),
    askedAt: personal(instant(), 'withheld', 'deleted'),
  },
});

/**
 * A request for a held mail. The first request whose turn comes releases the mail
 * and pays for it. So a request doesn't delay others for the same address. `ip`,
 * `network` and `allocation` are keyed hashes. A trigger deletes the row when the
 * mail is no longer held. `isForwarded`: the client sent the IP address of
 * somebody else.
 */
export class MailTurn extends MailTurnSchema.class {}

MailTurnSchema.setClass(MailTurn);
