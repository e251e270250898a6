import { type Executor, onlyRow } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { withoutAuthor } from '../items/report-authors.sql.ts';

/** Wrong guesses of the last 24 hours, which still count. */
export const isGuessed = sql`coalesce(guesses[cardinality(guesses)] >= current_instant() - interval '24 hours', false)`;

/**
 * Parts of a statement that forget addresses: codes, mails, invitations, and who reported
 * without an account.
 * @param given a query of them, in lower case
 * @param isKept which rows of `addresses` stay
 */
export const forgetting = (
  given: RawBuilder<unknown>,
  isKept: RawBuilder<unknown>,
) => sql`
  codes as (delete from challenges where email in (${given}) returning 1),
  asked as (delete from addresses where email in (${given}) and not (${isKept}) returning 1),
  mails as (delete from outbox where recipient in (${given}) returning 1),
  invited as (delete from invitations where email_key in (${given}) returning 1),
  reported as (
    update reports set ${withoutAuthor} where email in (${given}) returning 1
  ),
  turns as (delete from mail_turns where address in (${given}) returning 1)
`;

/**
 * Forgets an address in lower case that has no account. Wrong guesses and an operator's
 * block stay. Returns whether there was anything. Call it with the address locked.
 */
export async function deleteAddress(em: Executor, address: string): Promise<boolean> {
  const { isAny } = await onlyRow(em)<{ isAny: boolean }>`
    with alone as (
      select ${address}::text as email where not exists (select from users where email_key = ${address})
    ), ${forgetting(sql`select email from alone`, sql`${isGuessed} or suppressed_at is not null`)}
    select exists (
      table codes union all table asked union all table mails
      union all table invited union all table reported union all table turns
    ) as "isAny"
  `;
  return isAny;
}
