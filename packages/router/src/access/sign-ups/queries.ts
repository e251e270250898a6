import { type RawBuilder, sql } from 'kysely';

/**
 * Whether an address (in lower case) may have an account: it has one, or is `admitted`, by itself or by its mail domain. Where that
 * is null everybody may.
 */
export const isAdmitted = (address: RawBuilder<unknown>, admitted: RawBuilder<string[] | null>) =>
  sql<boolean>`(
    ${admitted}::text[] is null or ${address} = any(${admitted}::text[])
    or split_part(${address}, '@', 2) = any(${admitted}::text[])
    or exists (select from users where email_key = ${address})
  )`;
