import { defineEntity, p } from '@mikro-orm/core';
import { languages } from '../languages.ts';
import { index, instant, instantOfCreation } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

/**
 * Lets an address in lower case sign up for 90 days. It is no secret: the mailed code is
 * the proof. `eventId` is the event of the history that invited it, with others.
 * `mailDueAt` is null if no mail waits. `refusal` is why the provider refused one. An
 * account that was made sets `usedAt`, also if the invitation was just withdrawn.
 */
export const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  indexes: [
    { name: 'invitations_by_time', properties: ['invitedAt', 'emailKey'] },
    { name: 'invitations_by_event', properties: ['eventId'] },
    index(
      'invitations_by_inviter',
      'invitations (invited_by) where invited_by is not null',
    ),
    index(
      'invitations_to_mail',
      'invitations (mail_due_at) where mail_due_at is not null',
    ),
  ],
  properties: {
    emailKey: personal(p.text().primary(), 'repeated', 'deleted'),
    email: personal(p.text(), 'exported', 'deleted'),
    language: personal(p.enum(languages).strictNullable(), 'exported', 'deleted'),
    invitedBy: () =>
      personal(userKey('invited_by', 'set null').strictNullable(), 'withheld', 'cleared'),
    eventId: impersonal(p.uuid()),
    draft: personal(p.json<unknown>().strictNullable(), 'exported', 'deleted'),
    invitedAt: personal(instantOfCreation(), 'exported', 'deleted'),
    mailDueAt: personal(instant().strictNullable(), 'withheld', 'deleted'),
    mailedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    againAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    remindedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    refusal: personal(p.text().strictNullable(), 'exported', 'deleted'),
    usedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    withdrawnAt: personal(instant().strictNullable(), 'exported', 'deleted'),
  },
});
