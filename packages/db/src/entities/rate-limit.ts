import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { personal } from './personal.ts';

/** A request after `endsAt` or `dayEndsAt` starts a new count. */
export const RateLimitSchema = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    // A keyed hash of an IP address, an IP network or an account.
    key: personal(p.text().primary(), 'withheld', 'swept'),
    endsAt: personal(instant(), 'withheld', 'swept'),
    hits: personal(p.integer(), 'withheld', 'swept'),
    // Of limits that have a second, longer window.
    dayEndsAt: personal(instant().strictNullable(), 'withheld', 'swept'),
    dayHits: personal(p.integer().strictNullable(), 'withheld', 'swept'),
  },
});
