import { type RawBuilder, sql } from 'kysely';
import type { Appealed } from '../errors.ts';

/**
 * The appeal against an action, for a lateral join. An appeal that was granted or
 * withdrawn is left out: what it was about is over.
 */
export const appealAgainst = (
  action: RawBuilder<unknown>,
  subject: RawBuilder<unknown>,
) => sql<Appealed>`
  select text as appeal, opened_at as "appealedAt", closed_at as "answeredAt", answer from items
  where kind = 'appealed' and cause = ${action} and coalesce(profile_id, user_id) = ${subject}
    and (closed_at is null or outcome = 'upheld')
`;
