import { type RawBuilder, sql } from 'kysely';

/**
 * What was answered to the appeal of an action by a card or an account, where it was turned down; null where nothing was written.
 * @param subject the id of the card or account, in a statement
 */
export const answerTo = (action: RawBuilder<unknown>, subject: RawBuilder<unknown>) =>
  sql<string | null>`(
    select answer from items where kind = 'appealed' and cause = ${action}
      and coalesce(profile_id, user_id) = ${subject} and outcome = 'upheld'
  )`;
