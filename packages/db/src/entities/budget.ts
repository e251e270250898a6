import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';

/** What is spent over everybody: mails to addresses that never signed in. */
const budgetNames = ['mails_to_unknown'] as const;

export const BudgetSchema = defineEntity({
  name: 'Budget',
  tableName: 'budgets',
  properties: {
    name: p.enum(budgetNames).primary(),
    fullAt: instant(),
  },
});

/**
 * What flows in evenly and is saved up to a limit, over all instances. It is known by the instant at which it will be full:
 * spending moves that on by the time that what was spent takes to flow in again.
 */
export class Budget extends BudgetSchema.class {}

BudgetSchema.setClass(Budget);
