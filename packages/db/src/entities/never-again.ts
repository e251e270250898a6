import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { personal } from './personal.ts';

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

/**
 * How many mails an address got that its owner did not ask for, and whether the owner
 * wants no more. Only to refuse another: the address is a keyed hash.
 */
export class NeverAgain extends NeverAgainSchema.class {}

NeverAgainSchema.setClass(NeverAgain);
