import { defineEntity, p } from '@mikro-orm/core';
import { instantOfCreation } from './columns.ts';
import { User } from './user.ts';

export const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  indexes: [{ name: 'idempotency_keys_by_time', properties: ['createdAt'] }],
  properties: {
    userId: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName('user_id')
        .primary()
        .deleteRule('cascade')
        .index(false),
    key: p.text().primary(),
    inputHash: p.blob(),
    answer: p.json<unknown>(),
    createdAt: instantOfCreation(),
  },
});

/** What a user's request under a key of their choosing was answered, to be answered again when it is repeated. */
export class IdempotencyKey extends IdempotencyKeySchema.class {}

IdempotencyKeySchema.setClass(IdempotencyKey);
