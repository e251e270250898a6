import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal } from './personal.ts';

export const InstanceSchema = defineEntity({
  name: 'Instance',
  tableName: 'instances',
  properties: {
    id: impersonal(p.uuid().primary()),
    /** Its address, for operators. */
    name: impersonal(p.text()),
    version: impersonal(p.text()),
    keyIds: impersonal(p.array()),
    seenAt: impersonal(instant()),
  },
});

/**
 * A running process. It updates its row every ten seconds. `keyIds` names its
 * keys of `SECRET_KEY`; new codes use the first.
 */
export class Instance extends InstanceSchema.class {}

InstanceSchema.setClass(Instance);
