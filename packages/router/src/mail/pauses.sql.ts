import { type RawBuilder, sql } from 'kysely';

/** Until a mail that did not leave is tried again. The longer it waits, the longer. */
export const pauseSince = (instant: RawBuilder<unknown>) =>
  sql`greatest(interval '5 minutes', (current_instant() - ${instant}) / 2)`;
