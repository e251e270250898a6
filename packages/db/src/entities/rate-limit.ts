import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';

export const RateLimitSchema = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.text().primary(),
    beganAt: instant(),
    hits: p.integer(),
  },
});

/** How often one client has done one thing since its hour began, at the first time. */
export class RateLimit extends RateLimitSchema.class {}

RateLimitSchema.setClass(RateLimit);
