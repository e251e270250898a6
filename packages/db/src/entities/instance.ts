import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal } from './personal.ts';

/** A process. It renews its row every ten seconds. */
export const InstanceSchema = defineEntity({
  name: 'Instance',
  tableName: 'instances',
  properties: {
    id: impersonal(p.uuid().primary()),
    /** Its address, for operators. */
    name: impersonal(p.text()),
    version: impersonal(p.text()),
    seenAt: impersonal(instant()),
  },
});
