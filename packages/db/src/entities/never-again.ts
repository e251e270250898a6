import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { personal } from './personal.ts';

/**
 * By keyed hashes of an address: how many mails it got that its owner did not ask for,
 * whether the owner wants no more, and that a suspended account of it was erased
 * (bans.sql.ts).
 */
export const NeverAgainSchema = defineEntity({
  name: 'NeverAgain',
  tableName: 'never_again',
  indexes: [{ name: 'never_again_by_end', properties: ['until'] }],
  properties: {
    hash: personal(p.text().primary(), 'withheld', 'swept'),
    mails: personal(p.integer().default(0), 'withheld', 'swept'),
    never: personal(p.boolean().default(false), 'withheld', 'swept'),
    until: personal(instant(), 'withheld', 'swept'),
  },
});
