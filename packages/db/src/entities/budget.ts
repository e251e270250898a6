import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal, personal } from './personal.ts';

/** Mails to addresses that never signed in: of all together, and of each that asks for them. */
const budgetNames = [
  'mails_to_unknown',
  'mails_of_ip',
  'mails_of_network',
  'mails_of_allocation',
] as const;

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

/**
 * A token bucket, shared by all instances. It is known by the instant at which it will be full. Each token that is taken moves that
 * on by the time in which one flows in. `source` is a keyed hash of the IP address, network or allocation, and empty for the budget
 * of all. A source without a row has a full one. `version` counts the changes of the budget of all: who spends it knows by that
 * whether somebody else has changed it meanwhile.
 */
export class Budget extends BudgetSchema.class {}

BudgetSchema.setClass(Budget);
