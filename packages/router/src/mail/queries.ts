import { type Executor, preparedSql, statements, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Device } from '../access/device.ts';
import {
  acceptsShortCodes,
  type GuessLimits,
  isYounger,
  longMinutes,
  shortMinutes,
} from '../access/queries.ts';
import type { Settings } from '../context.ts';
import { isBelow } from '../queries.ts';

type BudgetSettings = Pick<Settings, 'mailsPerHour'>;

/** A code with less than this left is not mailed: it would be dead before it is read. */
const leastMinutes = 2;

/** Seconds for which a claimed mail is one worker's; then, if it crashed, another takes it up. */
const leaseSeconds = 30;

/** What delivering a mail takes. Codes are derived from it, never kept in it. */
export type DueMail = Device & {
  id: string;
  attempts: number;
  /** The account's own spelling of the address, or the lower-case form. */
  to: string;
  address: string;
  challengeId: string;
  keyId: string;
  requestedAt: string;
  /** Whether short codes of this address are accepted, and alive for long enough to be read. */
  hasShort: boolean;
  shortEndsAt: string;
  longEndsAt: string;
};

const endOf = (minutes: number) => sql`c.created_at + make_interval(mins => ${sql.lit(minutes)})`;

/** Whether a code that lives for so many minutes has enough of them left to be mailed. */
const isInTime = (minutes: number) => isYounger(sql.lit(minutes - leastMinutes));

const dueMailColumns = (limits: Parameters<typeof acceptsShortCodes>[0]) => sql`
  o.id, o.attempts, o.recipient as address, o.challenge_id as "challengeId", c.key_id as "keyId",
  coalesce((select email from users where email_key = o.recipient), o.recipient) as "to",
  o.created_at as "requestedAt", o.browser, o.system,
  ${isInTime(shortMinutes)} and ${acceptsShortCodes(limits)} as "hasShort",
  ${endOf(shortMinutes)} as "shortEndsAt", ${endOf(longMinutes)} as "longEndsAt"
`;

/**
 * The hour's budget of first mails to addresses that never signed in, as parts of claiming one: who may be chosen, taking one
 * of the budget, and whether that was had.
 */
const budgetOf = (mailsPerHour: RawBuilder<number>) => ({
  // What is over the budget must not stand in the way of what has been paid for.
  isLeft: sql`and (o.has_account or o.attempts > 0 or ${isBelow('mails_to_unknown', mailsPerHour)})`,
  spend: sql`, spent as (
    insert into hourly_counts as h (counter, hour, count)
    select 'mails_to_unknown', date_trunc('hour', current_instant()), 1 from chosen
    where not chosen.has_account and chosen.attempts = 0
    on conflict (counter, hour) do update set count = h.count + 1
      where h.count < ${mailsPerHour}::int
    returning h.count
  )`,
  isSpent: sql`and (chosen.has_account or chosen.attempts > 0 or exists (select from spent))`,
});

const noBudget = { isLeft: sql``, spend: sql``, isSpent: sql`` };

type Claim = GuessLimits & BudgetSettings & { keyIds: string[] };

const claim = (hasBudget: boolean) =>
  preparedSql((value: Value<Claim>) => {
    const { isLeft, spend, isSpent } = hasBudget ? budgetOf(value('mailsPerHour')) : noBudget;
    const limits = { wrongPerAddress: value('wrongPerAddress'), wrongGlobal: value('wrongGlobal') };
    return sql<DueMail>`
      with chosen as (
        select o.id, o.has_account, o.attempts from outbox o join challenges c on c.id = o.challenge_id
        where o.state = 'queued' and o.next_at <= current_instant() and c.key_id = any(${value('keyIds')}::text[])
          and ${isInTime(longMinutes)} ${isLeft}
        order by o.has_account desc, o.next_at
        for update of o skip locked limit 1
      ) ${spend}
      update outbox o
      set attempts = o.attempts + 1,
        next_at = current_instant() + make_interval(secs => ${sql.lit(leaseSeconds)})
      from chosen, challenges c, addresses a
      where o.id = chosen.id and c.id = o.challenge_id and a.email = c.email ${isSpent}
      returning ${dueMailColumns(limits)}
    `;
  });

const claimWithinBudget = claim(true);
const claimAny = claim(false);

/**
 * Takes the mail that is due next, those to people who have signed in first, for `leaseSeconds`: no other worker is given
 * it meanwhile. Never one of a key that only other instances have, never one whose challenge is gone or about to end, and
 * never a first mail to an address that never signed in when the hour's budget is used up. Without a budget nothing is counted:
 * each claim would wait for the one before.
 */
export async function claimMail(em: Executor, claimed: Claim): Promise<DueMail | undefined> {
  const [mail] = await (claimed.mailsPerHour > 0 ? claimWithinBudget : claimAny)(em, claimed);
  return mail;
}

/** Makes a claimed mail due again that nobody began to deliver. */
export async function giveBackMail(em: Executor, id: string): Promise<void> {
  await statements(em)
    .updateTable('outbox')
    .set({ attempts: sql`attempts - 1`, nextAt: sql`current_instant()` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** Whether mail to addresses that never signed in waits for the next hour. */
export async function isBudgetSpent(em: Executor, mailsPerHour: number): Promise<boolean> {
  const { rows } = await sql<{ spent: boolean }>`
    select not ${isBelow('mails_to_unknown', mailsPerHour)} as spent
  `.execute(statements(em));
  return rows[0]?.spent ?? false;
}

/** Ends what waits for a challenge that is gone or about to end: nobody is mailed a dead code. */
export const expireMails = preparedSql(
  () => sql`
    update outbox o set state = 'expired' where o.state = 'queued' and not exists (
      select from challenges c where c.id = o.challenge_id and ${isInTime(longMinutes)}
    )
  `,
);

/** Records that the provider took the mail, under its own id for it: in one statement, as every sign-in needs it. */
export const recordSent = preparedSql(
  (value: Value<{ id: string; messageId: string }>) => sql`
    update outbox set state = 'sent', sent_at = current_instant(), message_id = ${value('messageId')}, outcome = null
    where id = ${value('id')}
  `,
);

/** Locks a mail, and returns the instant that is so many seconds from now; undefined where its record was erased. */
export async function lockMail(
  em: Executor,
  id: string,
  seconds: number,
): Promise<string | undefined> {
  const row = await statements(em)
    .selectFrom('outbox')
    .select(sql<string>`(current_instant() + make_interval(secs => ${seconds}))::text`.as('at'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.at;
}

/** The newest mails that were delivered and whose codes can still be derived, newest first. */
export async function deliveredMails(em: Executor, limits: GuessLimits): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select ${dueMailColumns(limits)}
    from outbox o join challenges c on c.id = o.challenge_id join addresses a on a.email = c.email
    where o.state = 'sent' and ${isYounger(longMinutes)}
    order by o.created_at desc, o.id desc limit 50
  `.execute(statements(em));
  return rows;
}
