import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';

/** What is counted over everybody: wrong short codes, and mails to addresses that never signed in. */
export const hourlyCounters = ['wrong_guesses', 'mails_to_unknown'] as const;

export const HourlyCountSchema = defineEntity({
  name: 'HourlyCount',
  tableName: 'hourly_counts',
  properties: {
    counter: p.enum(hourlyCounters).primary(),
    hour: instant().primary(),
    count: p.integer(),
  },
});

/** A count of one clock hour, over all instances. */
export class HourlyCount extends HourlyCountSchema.class {}

HourlyCountSchema.setClass(HourlyCount);
