import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './columns.ts';
import { impersonal } from './personal.ts';

/** `accounts_signed_in`: older than a week, signed in within 24 hours. */
const hourlyCounters = ['wrong_guesses', 'accounts_signed_in'] as const;

export const HourlyCountSchema = defineEntity({
  name: 'HourlyCount',
  tableName: 'hourly_counts',
  properties: {
    counter: impersonal(p.enum(hourlyCounters).primary()),
    hour: impersonal(instant().primary()),
    count: impersonal(p.integer()),
  },
});
