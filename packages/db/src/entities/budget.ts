import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal, personal } from './personal.ts';

/** Budgets of mails to addresses that never signed in. */
const budgetNames = ['mails_to_unknown', 'mails_of_ip', 'mails_of_network'] as const;

/**
 * A token bucket that all instances share, stored as the instant at which it is
 * full. Each taken token moves that instant by the time in which the bucket gets
 * one token. `source` is a keyed hash of the IP address or its IP network. It is
 * empty for the budget of all. A source without a row has a full budget. `version`
 * counts payments of turns, so that each payer notices the others.
 */
export const BudgetSchema = defineEntity({
  name: 'Budget',
  tableName: 'budgets',
  properties: {
    name: impersonal(p.enum(budgetNames).primary()),
    source: personal(p.text().primary().default(''), 'withheld', 'swept'),
    fullAt: impersonal(instant()),
    version: impersonal(p.bigint('number').defaultRaw('0')),
  },
});
