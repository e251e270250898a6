import { unplanned } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { everyDomain } from './schemas.ts';

/**
 * Whether an address may mean another mailbox to a server on the way than to us: some servers send `a%b.example@c.example` and
 * `b.example!a@c.example` on to `b.example`, and some decode encoded words (RFC 2047) such as `=?utf-8?q?a=40b.example?=`.
 */
const isAmbiguous = (address: RawBuilder<unknown>) =>
  sql<boolean>`${address} ~ '[%!]|=[?].*[?]='`;

/**
 * Whether an address (in lower case) may have an account: it has one, is `admitted` by itself or, if nobody can take it for
 * another's, by its mail domain.
 */
export function isAdmitted(address: RawBuilder<unknown>, admitted: RawBuilder<string[]>) {
  const names = unplanned(admitted, sql`text[]`);
  const domain = sql`split_part(${address}, '@', 2)`;
  return sql<boolean>`(
    (${sql.lit(everyDomain)} = any(${names}) or ${domain} = any(${names})) and not ${isAmbiguous(address)}
    or ${address} = any(${names}) or exists (select from users where email_key = ${address})
  )`;
}
