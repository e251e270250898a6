import { defineEntity, p } from '@mikro-orm/core';
import { index, instantOfCreation } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

export const RemovedCardSchema = defineEntity({
  name: 'RemovedCard',
  tableName: 'removed_cards',
  indexes: [
    index(
      'removed_cards_by_owner',
      'removed_cards (owner_id) where owner_id is not null',
    ),
    { name: 'removed_cards_by_hash', properties: ['hash'] },
    { name: 'removed_cards_by_time', properties: ['removedAt'] },
  ],
  properties: {
    id: impersonal(p.uuid().primary()),
    // Withheld: owners never learn that somebody reported them.
    ownerId: () =>
      personal(userKey('owner_id', 'set null').strictNullable(), 'withheld', 'cleared'),
    hash: personal(p.text(), 'withheld', 'swept'),
    hidden: personal(p.boolean(), 'withheld', 'swept'),
    reports: personal(p.integer(), 'withheld', 'swept'),
    removedAt: personal(instantOfCreation(), 'withheld', 'swept'),
  },
});

/**
 * A card that was hidden, or had undecided `reports`, when its owner deleted it or
 * was erased. `hash` is the keyed hash of its username in lower case. The next card
 * of the owner or the name opens an item.
 */
export class RemovedCard extends RemovedCardSchema.class {}

RemovedCardSchema.setClass(RemovedCard);
