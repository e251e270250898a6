import { doneTogether, type Executor, preparedSql, statements, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Device } from '../access/device.ts';
import { acceptsShortCodes, type MailLimits } from '../access/guesses/queries.ts';
import { isYounger, longMinutes, shortMinutes } from '../access/queries.ts';
import type { Settings } from '../context.ts';
import { withoutWaiting } from '../queries.ts';
import { budgetOf, heldMails, holdsByBudget, holdsForBounces } from './budget/queries.ts';
import { type Recipients, withheldFor } from './recipients/queries.ts';

type BudgetSettings = Pick<Settings, 'mailsPerHour'>;

/** A code with less than this left is not mailed: it would be dead before it is read. */
export const leastMinutes = 2;

/**
 * Seconds for which a claimed mail is one worker's; then, if it crashed, another takes it up. The mailer gives up after 10, which
 * leaves 3 to record what came of it.
 */
const leaseSeconds = 13;

/** What delivering a mail takes. Codes are derived from it, never kept in it. */
export type DueMail = Device & {
  id: string;
  attempts: number;
  /** Whether whoever it goes to has signed in before. */
  isKnown: boolean;
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
  o.id, o.attempts, o.has_account as "isKnown", o.recipient as address, o.challenge_id as "challengeId", c.key_id as "keyId",
  coalesce((select email from users where email_key = o.recipient), o.recipient) as "to",
  o.created_at as "requestedAt", o.browser, o.system,
  ${isInTime(shortMinutes)} and ${acceptsShortCodes(limits)} as "hasShort",
  ${endOf(shortMinutes)} as "shortEndsAt", ${endOf(longMinutes)} as "longEndsAt"
`;

type Claimable = Recipients & { keyIds: string[] };

type Claim = MailLimits & BudgetSettings & Claimable & { repeats: boolean; most: number };

/** Seconds that a mail is put off at most: a next try beyond them was written before the clock was set back. */
const longestPause = 60;

/**
 * Whether mail `o`, which is queued, may be delivered by an instance with these keys: it may leave, and its codes live for long
 * enough. Looks its challenge up, mail by mail: where thousands are queued and few are wanted a join would read all challenges.
 */
const isDue =
  (value: Value<Claimable>) =>
  (now: RawBuilder<unknown> = sql`current_instant()`) =>
    sql`
    (o.next_at <= ${now} or o.next_at > ${now} + make_interval(secs => ${sql.lit(longestPause)})) and (
      select c.key_id = any(${value('keyIds')}::text[])
        and c.created_at > ${now} - make_interval(mins => ${sql.lit(longMinutes - leastMinutes)})
      from challenges c where c.id = o.challenge_id
    ) and ${withheldFor(value)} is null
  `;

/** The next `most` of the mails that are not held, first tries before repeated ones, or no repeated ones. */
const next = (value: Value<Claim>, isChosen: RawBuilder<unknown>) => sql`
  select o.id from outbox o
  where o.state = 'queued' and (${value('repeats')}::boolean or o.attempts = 0)
    and ${isDue(value)()} and ${isChosen}
  order by o.has_account desc, (o.network is null) desc, (o.attempts > 0), o.next_at
  for update of o skip locked limit ${value('most')}::int
`;

/** Takes up the mails that are `chosen`, and forgets the networks that asked for them. */
const take = (limits: Parameters<typeof acceptsShortCodes>[0]) => sql`
  update outbox o
  set attempts = o.attempts + 1, network = null, allocation = null,
    next_at = current_instant() + make_interval(secs => ${sql.lit(leaseSeconds)})
  from chosen, challenges c, addresses a
  where o.id = chosen.id and c.id = o.challenge_id and a.email = c.email and ${withoutWaiting}
  returning ${dueMailColumns(limits)}
`;

const limitsOf = (value: Value<Claim>) => ({
  wrongPerAddress: value('wrongPerAddress'),
  wrongPerDay: value('wrongPerDay'),
});

const claimWithinBudget = preparedSql((value: Value<Claim>) => {
  const isAsked = sql`not exists (select from known)`;
  const { release, spend } = budgetOf(value('mailsPerHour'), isDue(value), isAsked);
  return sql<DueMail>`
    with recursive known as (${next(value, sql`o.has_account`)}),
    ${release},
    again as (
      ${next(
        value,
        sql`not o.has_account and o.network is null
        and ${isAsked} and not exists (select from released)`,
      )}
    ),
    ${spend},
    chosen as (
      select id from known union all select id from spent union all select id from again
    )
    ${take(limitsOf(value))}
  `;
});

const claimAny = preparedSql(
  (value: Value<Claim>) => sql<DueMail>`
    with chosen as (${next(value, sql`true`)}) ${take(limitsOf(value))}
  `,
);

/**
 * Takes the mails that are due next, `most` of them, for `leaseSeconds`: no other worker is given them meanwhile. Mails to people who
 * have signed in come first; then first tries for everybody else, one at a time as the budget lets them go; then repeated tries
 * of those. Without `repeats` none that was tried before. Never one of a key that only other instances have, one whose challenge
 * is gone or about to end, or one that is withheld. None also where another worker was faster at the budget. Without a budget
 * nothing is held or counted, so that no claim waits for the one before.
 */
export const claimMails = (em: Executor, claimed: Claim): Promise<DueMail[]> =>
  (claimed.mailsPerHour > 0 ? claimWithinBudget : claimAny)(em, claimed);

const giveBack = preparedSql(
  (value: Value<{ ids: readonly string[] }>) => sql`
    update outbox set attempts = attempts - 1, next_at = current_instant()
    where id = any(${value('ids')}::uuid[]) and state = 'queued'
  `,
);

/** Makes a claimed mail due again that nobody began to deliver. */
export const giveBackMail = doneTogether(async (em, _: undefined, ids: readonly string[]) => {
  await giveBack(em, { ids });
  return ids.map(() => undefined);
});

/** Whether mail to addresses that never signed in waits because the budget is used up. */
export const isHeldByBudget = preparedSql(
  (value: Value<BudgetSettings>) => sql<{ isHeld: boolean }>`
    select ${holdsByBudget(value('mailsPerHour'))} as "isHeld"
  `,
);

/** Whether mail to addresses that never signed in waits because other mail of the network bounced. */
export const isHeldForBounces = preparedSql(
  (value: Value<Claimable>) => sql<{ isHeld: boolean }>`
    with recursive ${heldMails(isDue(value))} select ${holdsForBounces} as "isHeld"
  `,
);

/** Ends what waits for a challenge that is gone or about to end: nobody is mailed a dead code. */
export const expireMails = preparedSql(
  () => sql`
    update outbox o set state = 'expired', network = null, allocation = null where o.state = 'queued' and not exists (
      select from challenges c where c.id = o.challenge_id and ${isInTime(longMinutes)}
    )
  `,
);

type Taken = { id: string; messageId: string };

const recordTaken = preparedSql(
  (value: Value<{ ids: readonly string[]; messageIds: readonly string[] }>) => sql<{
    id: string;
    seconds: number;
  }>`
    with taken as (
      select * from unnest(${value('ids')}::uuid[], ${value('messageIds')}::text[]) as taken (id, message_id)
    ),
    counted as (
      update network_mails m set message_id = taken.message_id from taken where m.mail_id = taken.id
    )
    update outbox o set state = 'sent', sent_at = current_instant(), message_id = taken.message_id, outcome = null
    from taken where o.id = taken.id and ${withoutWaiting}
    returning o.id, extract(epoch from sent_at - created_at)::float8 as seconds
  `,
);

/**
 * Records that the provider took the mail, under its own id for it. Returns the seconds since the mail was asked for; undefined
 * where its record was erased.
 */
export const recordSent = doneTogether(async (em, _: undefined, taken: readonly Taken[]) => {
  const [ids, messageIds] = [taken.map(({ id }) => id), taken.map(({ messageId }) => messageId)];
  const rows = await recordTaken(em, { ids, messageIds });
  const seconds = new Map(rows.map((row) => [row.id, row.seconds]));
  return ids.map((id) => seconds.get(id));
});

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
export async function deliveredMails(em: Executor, limits: MailLimits): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select ${dueMailColumns(limits)}
    from outbox o join challenges c on c.id = o.challenge_id join addresses a on a.email = c.email
    where o.state = 'sent' and ${isYounger(longMinutes)}
    order by o.created_at desc, o.id desc limit 50
  `.execute(statements(em));
  return rows;
}
