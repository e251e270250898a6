import { type RawBuilder, sql } from 'kysely';

/*
 * What is kept by an address, such as mails, belongs to the account that had the address.
 *
 * Problem: an account may have moved on. Its former address may be somebody else's now.
 *
 * Plan: rows from before the account left the address are its own, unless another account
 * had the address before. They are not of who comes after it. Only moves that were done
 * count, because anybody can name an address.
 *
 * Price: of two accounts that had an address, the later one's rows stay for their time.
 */

/** An account's former addresses in lower case, `email`, each with its end, `until`. */
export const formerAddresses = (userId: RawBuilder<unknown>) => sql`
  select held.email, max(held.until) as until from (
    select from_key as email, done_at as until from moves
    where user_id = ${userId} and done_at is not null
    union all
    select to_key, closed_at from moves
    where user_id = ${userId} and done_at is not null and closed_at is not null
  ) held
  where not exists (select from users where id = ${userId} and email_key = held.email)
    and not exists (
      select from moves where user_id <> ${userId} and done_at < held.until
        and held.email in (from_key, to_key)
    )
  group by held.email
`;

type Kept = Record<'address' | 'at' | 'userId', RawBuilder<unknown>>;

/**
 * Whether a row that is kept by an address, `at` an instant, is the account's. Not if it
 * is from before another account left the address for good.
 */
export function isOfAccount({ address, at, userId }: Kept) {
  const held = sql`(
    select email, '-infinity' as since, until from (${formerAddresses(userId)}) former
    union all
    select email_key, coalesce((
      select max(undo_until) from moves where from_key = email_key and closed_at is null and user_id <> users.id
    ), '-infinity'), 'infinity' from users where id = ${userId}
  ) held`;
  // The first condition alone has an index.
  return sql<boolean>`${address} = any(array(select held.email from ${held})) and exists (
    select from ${held} where held.email = ${address} and ${at} >= held.since and ${at} < held.until
  )`;
}
