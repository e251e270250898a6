import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal } from './personal.ts';

/**
 * What is counted over everybody: short codes that were compared and wrong, and accounts older than a week that signed in in the
 * 24 hours before.
 */
export const hourlyCounters = ['wrong_guesses', 'accounts_signed_in'] as const;

export const HourlyCountSchema = defineEntity({
  name: 'HourlyCount',
  tableName: 'hourly_counts',
  properties: {
    counter: impersonal(p.enum(hourlyCounters).primary()),
    hour: impersonal(instant().primary()),
    count: impersonal(p.integer()),
  },
});

/** A count of one clock hour, over all instances. */
export class HourlyCount extends HourlyCountSchema.class {}

HourlyCountSchema.setClass(HourlyCount);
