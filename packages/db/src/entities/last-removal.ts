import { defineEntity, p } from '@mikro-orm/core';
import { logPosition } from './columns.ts';

export const LastRemovalSchema = defineEntity({
  name: 'LastRemoval',
  tableName: 'last_removals',
  properties: {
    shard: p.smallint().primary().autoincrement(false),
    position: logPosition(),
  },
});

/**
 * A position of the log by which all that a shard's connections took out of sight was committed: a replica that lags behind any of
 * them is read for nobody.
 */
export class LastRemoval extends LastRemovalSchema.class {}

LastRemovalSchema.setClass(LastRemoval);
