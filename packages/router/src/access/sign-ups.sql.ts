import { unplanned } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

/**
 * Whether an address (in lower case) may have an account: it has one, or is `admitted`, by itself or by its mail domain. Where that
 * is null everybody may.
 */
export function isAdmitted(
  address: RawBuilder<unknown>,
  admitted: RawBuilder<string[] | null>,
) {
  const names = unplanned(admitted, sql`text[]`);
  return sql<boolean>`(
    ${names} is null or ${address} = any(${names}) or split_part(${address}, '@', 2) = any(${names})
    or exists (select from users where email_key = ${address})
  )`;
}
