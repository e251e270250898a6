import { unplanned } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { everyDomain } from './schemas.ts';

/**
 * Whether another server may deliver to another mailbox. Some forward
 * `a%b.example@c.example` and `b.example!a@c.example` to `b.example`. Some decode
 * words (RFC 2047).
 */
const isAmbiguous = (address: RawBuilder<unknown>) =>
  sql<boolean>`${address} ~ '[%!]|=[?].*[?]='`;

/**
 * Whether an address in lower case may have an account. It may if it has one or is
 * invited, or if `admitted` lists it. It also may if `admitted` lists its domain and the
 * address is not ambiguous.
 */
export function isAdmitted(address: RawBuilder<unknown>, admitted: RawBuilder<string[]>) {
  const names = unplanned(admitted, sql`text[]`);
  const domain = sql`split_part(${address}, '@', 2)`;
  return sql<boolean>`(
    (${sql.lit(everyDomain)} = any(${names}) or ${domain} = any(${names})) and not ${isAmbiguous(address)}
    or ${address} = any(${names}) or exists (select from users where email_key = ${address})
    or is_invited(${address})
  )`;
}
