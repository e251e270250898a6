import { defineEntity, p } from '@mikro-orm/core';
import { index, instant, instantOfCreation, uniqueIndex } from './columns.ts';
import { personal } from './personal.ts';
import { languages } from './user.ts';

/** `refused`: by provider, settings or operator. `expired`: its code ended. */
export const mailStates = ['queued', 'sent', 'refused', 'expired'] as const;

export const mailEvents = ['bounced', 'complained', 'suppressed', 'reactivated'] as const;

export type MailEvent = (typeof mailEvents)[number];

export const OutboxMailSchema = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox',
  indexes: [
    index(
      'outbox_queue',
      "outbox (has_account desc, (not held) desc, (attempts > 0), next_at) where state = 'queued'",
    ),
    uniqueIndex('outbox_held', "outbox (recipient) where state = 'queued' and held"),
    { name: 'outbox_by_challenge', properties: ['challengeId'] },
    { name: 'outbox_by_message', properties: ['messageId'] },
    { name: 'outbox_by_recipient', properties: ['recipient', 'createdAt'] },
    { name: 'outbox_by_creation', properties: ['createdAt', 'id'] },
    index('outbox_of_strangers', 'outbox (created_at) where not has_account'),
    index(
      'outbox_failed',
      "outbox (created_at, id) where state in ('refused', 'expired') or event in ('bounced', 'complained', 'suppressed')",
    ),
  ],
  properties: {
    id: personal(p.uuid().primary(), 'exported', 'deleted'),
    challengeId: personal(p.uuid().strictNullable(), 'withheld', 'deleted'),
    decisions: personal(p.json<unknown>().strictNullable(), 'exported', 'deleted'),
    moveId: personal(p.uuid().strictNullable(), 'withheld', 'deleted'),
    letter: personal(p.text().strictNullable(), 'exported', 'deleted'),
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
 * A sign-in mail to deliver, committed with its challenge. Or a mail about
 * `decisions`, or the `letter` of a move, after its delivery. A code and a text are made when they are needed.
 * `challengeId` is no foreign key: challenges are deleted earlier. A
 * `held` mail waits until a turn of its address pays (`MailTurn`); an address has
 * one at most.
 * `dueSince` is when it was asked for, or when it stopped being held. Its
 * delay counts from then.
 */
export class OutboxMail extends OutboxMailSchema.class {
  refuse(outcome: string, at = this.nextAt): void {
    if (this.state !== 'queued') return;
    this.state = 'refused';
    this.outcome = outcome;
    this.nextAt = at;
    this.held = false;
  }

  retry(outcome: string, nextAt: string): void {
    if (this.state !== 'queued') return;
    this.outcome = outcome;
    this.nextAt = nextAt;
  }

  report(event: MailEvent, at: string, outcome = this.outcome): void {
    this.event = event;
    this.eventAt = at;
    this.outcome = outcome;
  }
}

OutboxMailSchema.setClass(OutboxMail);
