import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { personal } from './personal.ts';

export const RateLimitSchema = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    // A keyed hash of an IP address or a network.
    key: personal(p.text().primary(), 'withheld', 'swept'),
    beganAt: personal(instant(), 'withheld', 'swept'),
    hits: personal(p.integer(), 'withheld', 'swept'),
  },
});

/** How often one client has done one thing since its hour began, at the first time. */
export class RateLimit extends RateLimitSchema.class {}

RateLimitSchema.setClass(RateLimit);
