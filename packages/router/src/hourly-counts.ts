import type { hourlyCounters } from '@namecard/db';
import { sql, type RawBuilder } from 'kysely';

type Counter = (typeof hourlyCounters)[number];

/** Whether less than so many were counted in this clock hour, over all instances; 0 is any number. */
export const isBelow = (counter: Counter, most: number): RawBuilder<boolean> =>
  most === 0
    ? sql<boolean>`true`
    : sql<boolean>`not exists (
        select from hourly_counts h where h.counter = ${counter}
          and h.hour = date_trunc('hour', current_instant()) and h.count >= ${most}
      )`;
