import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation } from './columns.ts';
import { Item } from './item.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

export const SnoozeSchema = defineEntity({
  name: 'Snooze',
  tableName: 'snoozes',
  indexes: [
    {
      name: 'snoozes_once',
      expression: 'create unique index snoozes_once on snoozes (item_id) where everyone',
    },
    { name: 'snoozes_by_user', properties: ['userId'] },
    { name: 'snoozes_by_action', properties: ['actionId'] },
  ],
  properties: {
    itemId: () =>
      impersonal(
        p
          .manyToOne(Item)
          .mapToPk()
          .fieldName('item_id')
          .deleteRule('cascade')
          .index(false)
          .primary(),
      ),
    userId: () =>
      personal(userKey('user_id', 'cascade').primary(), 'withheld', 'deleted'),
    everyone: impersonal(p.boolean()),
    at: personal(instantOfCreation(), 'withheld', 'deleted'),
    until: personal(instant(), 'withheld', 'deleted'),
    revision: impersonal(p.integer()),
    actionId: impersonal(p.uuid()),
  },
});

/**
 * An item that sleeps until an instant, or until its card changes or is reported. Of
 * `everyone` it sleeps only once. Otherwise it sleeps for one person.
 */
class Snooze extends SnoozeSchema.class {}

SnoozeSchema.setClass(Snooze);
