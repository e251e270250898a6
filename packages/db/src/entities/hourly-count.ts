import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal } from './personal.ts';

/**
 * `wrong_guesses`: short codes that were wrong. `accounts_signed_in`: accounts
 * older than a week that signed in within the last 24 hours.
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
