import { type RawBuilder, sql } from 'kysely';

/** The answer to an appeal that was turned down; null if nothing was written. */
export const answerTo = (action: RawBuilder<unknown>, subject: RawBuilder<unknown>) =>
  sql<string | null>`(
    select answer from items where kind = 'appealed' and cause = ${action}
      and coalesce(profile_id, user_id) = ${subject} and outcome = 'upheld'
  )`;
