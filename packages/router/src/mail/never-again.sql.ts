import { type Executor, hasRow, statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Hashes } from '../access/hashes.ts';
import { withoutAuthor } from '../items/report-authors.sql.ts';

/** Mails to one address that its owner did not ask for. */
const mostMails = 3;

/** How long an address is remembered after the last such mail, or after its no. */
const rememberedUntil = sql`current_instant() + interval '2 years'`;

/** @param address in lower case */
export const neverAgainHash = (hashes: Hashes, address: string): string =>
  hashes.of('never_again', address);

/** Whether nobody may mail the address with this hash unasked. */
export const isRefusedMail = (hash: RawBuilder<unknown>) => sql<boolean>`exists (
  select from never_again where never_again.hash = ${hash} and (never or mails >= ${sql.lit(mostMails)})
    and until > current_instant()
)`;

/** Whether the owner of the address with this hash has said no to such mails. */
export const isNever = (hash: RawBuilder<unknown>) => sql<boolean>`exists (
  select from never_again where never_again.hash = ${hash} and never and until > current_instant()
)`;

export const isNeverMailed = (em: Executor, hash: string | null): Promise<boolean> =>
  hasRow(em)`select where ${isNever(sql`${hash}`)}`;

/** Takes the no of an address back. Its mails stay counted. False if there was none. */
export const mailAfterAll = (em: Executor, hash: string): Promise<boolean> =>
  hasRow(em)`
    update never_again set never = false where hash = ${hash} and never returning 1
  `;

/** Counts a mail that is about to leave. False if it must not: then nothing is counted. */
export const countUnaskedMail = (em: Executor, hash: string): Promise<boolean> =>
  hasRow(em)`
    insert into never_again as known (hash, mails, until) values (${hash}, 1, ${rememberedUntil})
    on conflict (hash) do update set mails = case when known.until > current_instant() then known.mails else 0 end + 1,
      never = false, until = excluded.until
      where known.until <= current_instant() or not known.never and known.mails < ${mostMails}
    returning 1
  `;

/** The counted mail did not leave. */
export const uncountMail = (em: Executor, hash: string) =>
  sql`update never_again set mails = mails - 1 where hash = ${hash} and mails > 0`.execute(
    statements(em),
  );

/** Empties what somebody typed with this address, in lower case, in reports. */
export const forgetReporter = (em: Executor, address: string): Promise<boolean> =>
  hasRow(em)`
    with mails as (
      delete from outbox where recipient = ${address} and decisions ->> 'isUnproven' = 'true'
    )
    update reports set ${withoutAuthor}
    where email = ${address} returning id
  `;

export const mailNeverAgain = (em: Executor, hash: string) =>
  sql`
    insert into never_again (hash, never, until) values (${hash}, true, ${rememberedUntil})
    on conflict (hash) do update set never = true, until = excluded.until
  `.execute(statements(em));
