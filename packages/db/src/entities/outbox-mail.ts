import { defineEntity, p } from '@mikro-orm/core';

/** `queued` waits for delivery, `sent` was accepted by the provider, `refused` by it for good, `expired` outlived its code. */
export const mailStates = ['queued', 'sent', 'refused', 'expired'] as const;

/** What the provider told later of a mail it had taken. */
export const mailEvents = ['bounced', 'complained', 'suppressed', 'reactivated'] as const;

export const OutboxMailSchema = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox',
  indexes: [
    {
      name: 'outbox_queue',
      expression:
        "create index outbox_queue on outbox (known desc, next_at) where state = 'queued'",
    },
    { name: 'outbox_by_challenge', properties: ['challengeId'] },
    { name: 'outbox_by_message', properties: ['messageId'] },
    { name: 'outbox_by_recipient', properties: ['recipient', 'createdAt'] },
    {
      name: 'outbox_failed',
      expression:
        "create index outbox_failed on outbox (created_at, id) where state in ('refused', 'expired') or event in ('bounced', 'complained', 'suppressed')",
    },
  ],
  properties: {
    id: p.uuid().primary(),
    challengeId: p.uuid(),
    recipient: p.text(),
    known: p.boolean(),
    browser: p.text(),
    system: p.text(),
    state: p.enum(mailStates).default('queued'),
    attempts: p.integer().default(0),
    nextAt: p.string().columnType('timestamptz'),
    createdAt: p.string().columnType('timestamptz').defaultRaw('current_instant()'),
    sentAt: p.string().columnType('timestamptz').strictNullable(),
    messageId: p.text().strictNullable(),
    outcome: p.text().strictNullable(),
    event: p.enum(mailEvents).strictNullable(),
    eventAt: p.string().columnType('timestamptz').strictNullable(),
  },
});

/**
 * A mail to deliver, committed together with its challenge. It holds neither code nor text: both are made at delivery.
 * Challenges end before their mails' records do, so `challengeId` is no foreign key.
 */
export class OutboxMail extends OutboxMailSchema.class {}

OutboxMailSchema.setClass(OutboxMail);
