import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation } from './columns.ts';
import { personal } from './personal.ts';
import { languages } from './user.ts';

/**
 * `queued` waits for delivery, `sent` was accepted by the provider, `refused` by it for good, by the settings or by an operator,
 * `expired` outlived its code.
 */
export const mailStates = ['queued', 'sent', 'refused', 'expired'] as const;

/** What the provider reported later of a mail it had taken. */
export const mailEvents = ['bounced', 'complained', 'suppressed', 'reactivated'] as const;

export type MailEvent = (typeof mailEvents)[number];

export const OutboxMailSchema = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox',
  indexes: [
    {
      name: 'outbox_queue',
      expression:
        "create index outbox_queue on outbox (has_account desc, (not held) desc, (attempts > 0), next_at) where state = 'queued'",
    },
    {
      name: 'outbox_held',
      expression:
        "create unique index outbox_held on outbox (recipient) where state = 'queued' and held",
    },
    { name: 'outbox_by_challenge', properties: ['challengeId'] },
    { name: 'outbox_by_message', properties: ['messageId'] },
    { name: 'outbox_by_recipient', properties: ['recipient', 'createdAt'] },
    { name: 'outbox_by_creation', properties: ['createdAt', 'id'] },
    {
      name: 'outbox_of_strangers',
      expression:
        'create index outbox_of_strangers on outbox (created_at) where not has_account',
    },
    {
      name: 'outbox_failed',
      expression:
        "create index outbox_failed on outbox (created_at, id) where state in ('refused', 'expired') or event in ('bounced', 'complained', 'suppressed')",
    },
  ],
  properties: {
    id: personal(p.uuid().primary(), 'exported', 'deleted'),
    challengeId: personal(p.uuid(), 'withheld', 'deleted'),
    recipient: personal(p.text(), 'exported', 'deleted'),
    hasAccount: personal(p.boolean(), 'repeated', 'deleted'),
    browser: personal(p.text(), 'exported', 'deleted'),
    system: personal(p.text(), 'exported', 'deleted'),
    language: personal(p.enum(languages).strictNullable(), 'exported', 'deleted'),
    state: personal(p.enum(mailStates).default('queued'), 'exported', 'deleted'),
    attempts: personal(p.integer().default(0), 'exported', 'deleted'),
    nextAt: personal(instant(), 'exported', 'deleted'),
    createdAt: personal(instantOfCreation(), 'exported', 'deleted'),
    dueSince: personal(instantOfCreation(), 'exported', 'deleted'),
    sentAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    messageId: personal(p.text().strictNullable(), 'exported', 'deleted'),
    outcome: personal(p.text().strictNullable(), 'exported', 'deleted'),
    event: personal(p.enum(mailEvents).strictNullable(), 'exported', 'deleted'),
    eventAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    held: personal(p.boolean().default(false), 'exported', 'deleted'),
  },
});

/**
 * A mail to deliver, committed together with its challenge. It holds neither code nor text: both are made at delivery.
 * Challenges end before their mails' records do, so `challengeId` is no foreign key. It is `held` while it waits for a turn of one
 * of its askers (`MailTurn`): at most one for an address. `dueSince` is when it was asked for or, if it was held or refused, when
 * that ended. Whether mail is late is counted from then.
 */
export class OutboxMail extends OutboxMailSchema.class {
  /** It never leaves, by the provider or an operator. Nothing changes once the mail has left the queue. */
  refuse(outcome: string): void {
    if (this.state !== 'queued') return;
    this.state = 'refused';
    this.outcome = outcome;
    this.held = false;
  }

  /** Why it did not leave, and when it is tried again. Nothing changes once the mail has left the queue. */
  retry(outcome: string, nextAt: string): void {
    if (this.state !== 'queued') return;
    this.outcome = outcome;
    this.nextAt = nextAt;
  }

  /** It was refused, and is tried again: somebody has put right what kept it from leaving. */
  requeue(at: string): void {
    if (this.state !== 'refused') return;
    this.state = 'queued';
    this.nextAt = at;
    this.dueSince = at;
  }

  /** Keeps what the provider reported, and why where it said so; its newest report counts. */
  report(event: MailEvent, at: string, outcome = this.outcome): void {
    this.event = event;
    this.eventAt = at;
    this.outcome = outcome;
  }
}

OutboxMailSchema.setClass(OutboxMail);
