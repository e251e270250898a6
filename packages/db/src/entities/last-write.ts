import { defineEntity, p } from '@mikro-orm/core';
import { logPosition } from './columns.ts';
import { User } from './user.ts';

export const LastWriteSchema = defineEntity({
  name: 'LastWrite',
  tableName: 'last_writes',
  properties: {
    userId: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .primary()
        .fieldName('user_id')
        .deleteRule('cascade')
        .updateRule('no action')
        .index(false),
    position: logPosition(),
  },
});

/** A position of the log by which all that a user changed was committed: a replica that lags behind it is not read for them. */
export class LastWrite extends LastWriteSchema.class {}

LastWriteSchema.setClass(LastWrite);
