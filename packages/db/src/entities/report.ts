import { defineEntity, p } from '@mikro-orm/core';
import { languages } from '../languages.ts';
import { index, instant, instantOfCreation, uniqueIndex } from './columns.ts';
import { itemKey } from './item.ts';
import { reportReasons } from './moderation-action.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

/**
 * `reporterId` is null without an account, or after its erasure. `network` and
 * `allocation` are keyed hashes of where it came from, until its item closes, for 30
 * days at most; then they are empty. They are null if the account was older than a day.
 *
 * `name` and `email`, in lower case, are what somebody without an account typed. They prove nothing, so
 * they join the report to no account. They are emptied when the decision was mailed.
 * `mailDueAt` is null if no mail waits. `heardAt` is since when only the decision is
 * due: the receipt was mailed, or none is sent.
 *
 * `goneAt`: its card was deleted before its author heard of a decision. Then it has no item.
 */
export const ReportSchema = defineEntity({
  name: 'Report',
  tableName: 'reports',
  indexes: [
    { name: 'reports_by_item', properties: ['itemId'] },
    index('reports_of_networks', "reports (at) where network <> ''"),
    index('reports_to_mail', 'reports (mail_due_at) where mail_due_at is not null'),
    index('reports_by_email', 'reports (email) where email is not null'),
    index('reports_gone', 'reports (gone_at) where gone_at is not null'),
    uniqueIndex(
      'reports_once',
      'reports (reporter_id, item_id) where reporter_id is not null',
    ),
  ],
  properties: {
    id: impersonal(p.uuid().primary()),
    itemId: () => impersonal(itemKey().strictNullable()),
    reporterId: () =>
      personal(
        userKey('reporter_id', 'set null').strictNullable(),
        'repeated',
        'cleared',
      ),
    reason: personal(p.enum(reportReasons), 'exported', 'swept'),
    text: personal(p.text().strictNullable(), 'exported', 'swept'),
    at: personal(instantOfCreation(), 'exported', 'swept'),
    name: personal(p.text().strictNullable(), 'exported', 'swept'),
    email: personal(p.text().strictNullable(), 'exported', 'swept'),
    language: personal(p.enum(languages).strictNullable(), 'exported', 'swept'),
    mailDueAt: personal(instant().strictNullable(), 'withheld', 'swept'),
    heardAt: personal(instant().strictNullable(), 'exported', 'swept'),
    goneAt: personal(instant().strictNullable(), 'exported', 'swept'),
    network: personal(p.text().strictNullable(), 'withheld', 'swept'),
    allocation: personal(p.text().strictNullable(), 'withheld', 'swept'),
  },
});
