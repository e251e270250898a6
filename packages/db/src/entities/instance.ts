import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal } from './personal.ts';

export const InstanceSchema = defineEntity({
  name: 'Instance',
  tableName: 'instances',
  properties: {
    id: impersonal(p.uuid().primary()),
    /** Where it listens, for an operator who looks for it. */
    name: impersonal(p.text()),
    version: impersonal(p.text()),
    keyIds: impersonal(p.array()),
    seenAt: impersonal(instant()),
  },
});

/** A process that serves, as it says every ten seconds. `keyIds` name its keys of `SECRET_KEY`, the one for new codes first. */
export class Instance extends InstanceSchema.class {}

InstanceSchema.setClass(Instance);
