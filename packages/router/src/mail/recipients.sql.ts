import { type Executor, preparedSql, statements, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { isAdmitted } from '../access/sign-ups.sql.ts';

/** Selects the blocked ones among addresses in lower case. Operators block them. */
export async function suppressedAmong(
  em: Executor,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await statements(em)
    .selectFrom('addresses')
    .select('email')
    .where('email', '=', sql<string>`any(${addresses}::text[])`)
    .where('suppressedAt', 'is not', null)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/**
 * Whether no mail reaches an address in lower case. An operator has blocked it, or the
 * newest report of the provider says so. A full mailbox is not: its mail only bounced.
 */
export const isUndeliverable = (address: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from addresses where addresses.email = ${address} and suppressed_at is not null)
  or coalesce((
    with mails as (
      select * from outbox where recipient = ${address} order by created_at desc limit 100
    ),
    reports as (
      select sent_at as at, false as suppressed from mails where state = 'sent'
      union all
      select created_at, true from mails
      where outcome = 'recipient_inactive' and event is distinct from 'reactivated'
      union all
      select event_at, event <> 'reactivated' from mails
      where event in ('suppressed', 'complained', 'reactivated')
    )
    select suppressed from reports order by at desc, suppressed desc limit 1
  ), false)
)`;

/** The addresses and domains that may sign up. */
export type Recipients = { admitted: string[] };

/**
 * Whether a mail that left offers the recipient of `o` “never again”. It takes a code to
 * say it, also where the address may not sign up.
 */
const mayRefuse = sql<boolean>`exists (
  select from outbox told where told.recipient = o.recipient and told.state = 'sent'
    and (told.letter = 'invitation' or told.decisions ->> 'isUnproven' = 'true')
)`;

/** Why mail `o` must not leave; null if it may. */
export const withheldFor = (value: Value<Recipients>) => sql`case
  when not (o.has_account or ${isAdmitted(sql`o.recipient`, value('admitted'))} or ${mayRefuse}) then 'not_admitted'
end`;

/**
 * Refuses mail that must not leave. Askers see no difference, so nobody learns
 * whose addresses these are. A held mail counts as sent, which limits further
 * requests.
 */
export const withholdMails = preparedSql(
  (value: Value<Recipients>) => sql`
    with held as (
      select c.id from outbox o join challenges c on c.id = o.challenge_id
      where o.state = 'queued' and o.held and ${withheldFor(value)} is not null
      for update of o, c skip locked
    ),
    counted as (update challenges c set mails = c.mails + 1 from held where c.id = held.id)
    update outbox o set state = 'refused', outcome = ${withheldFor(value)}, held = false
    where o.state = 'queued' and ${withheldFor(value)} is not null
      and (not o.held or o.challenge_id in (select id from held))
  `,
);
