import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation, uniqueIndex } from './columns.ts';
import { itemKey } from './item.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

/**
 * An item that sleeps until an instant, or until its card changes or is reported. Of
 * `everyone` it sleeps only once. Otherwise it sleeps for one person.
 */
export const SnoozeSchema = defineEntity({
  name: 'Snooze',
  tableName: 'snoozes',
  indexes: [
    uniqueIndex('snoozes_once', 'snoozes (item_id) where everyone'),
    { name: 'snoozes_by_user', properties: ['userId'] },
    { name: 'snoozes_by_action', properties: ['actionId'] },
  ],
  properties: {
    itemId: () => impersonal(itemKey().primary()),
    userId: () =>
      personal(userKey('user_id', 'cascade').primary(), 'withheld', 'deleted'),
    everyone: impersonal(p.boolean()),
    at: personal(instantOfCreation(), 'withheld', 'deleted'),
    until: personal(instant(), 'withheld', 'deleted'),
    revision: impersonal(p.integer()),
    actionId: impersonal(p.uuid()),
  },
});
