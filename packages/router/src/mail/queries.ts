import {
  type Executor,
  preparedSql,
  statements,
  unplanned,
  type Value,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Device } from '../access/device.ts';
import { acceptsShortCodes, type MailLimits } from '../access/guesses/queries.ts';
import { isYounger, longMinutes, shortMinutes } from '../access/queries.ts';
import type { Settings } from '../context.ts';
import { withoutWaiting } from '../queries.ts';
import { brake, brakeOfAll, budgetOf } from './budget/queries.ts';
import { type Recipients, withheldFor } from './recipients/queries.ts';

type BudgetSettings = Pick<Settings, 'mailsPerHour'>;

/** A code with less than this left is not mailed: it would be dead before it is read. */
export const leastMinutes = 2;

/**
 * A held mail whose long code has less than this left is dropped. Somebody who asks again meanwhile may be mailed nothing, because
 * of this mail: so it has to be of use for as long as that lasts.
 */
const leastMinutesHeld = 30;

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

const endOf = (minutes: number) =>
  sql`c.created_at + make_interval(mins => ${sql.lit(minutes)})`;

/** Whether a code that lives for so many minutes has enough of them left to be mailed. */
const isInTime = (minutes: number) => isYounger(sql.lit(minutes - leastMinutes));

const dueMailColumns = (limits: Parameters<typeof acceptsShortCodes>[0]) => sql`
  o.id, o.attempts, o.has_account as "isKnown", o.recipient as address, o.challenge_id as "challengeId", c.key_id as "keyId",
  coalesce((select email from users where email_key = o.recipient), o.recipient) as "to",
  o.created_at as "requestedAt", o.browser, o.system,
  ${isInTime(shortMinutes)} and ${acceptsShortCodes(limits)} as "hasShort",
  ${endOf(shortMinutes)} as "shortEndsAt", ${endOf(longMinutes)} as "longEndsAt"
`;

/** The same of a held mail. */
const isInTimeHeld = (now: RawBuilder<unknown>) =>
  sql`c.created_at >= ${now} - make_interval(mins => ${sql.lit(longMinutes - leastMinutesHeld)})`;

type Claimable = Recipients & { keyIds: string[] };

/** How many mails are wanted, and how many of them at most may have been tried before. */
export type Wanted = { most: number; repeats: number };

type Claim = MailLimits & BudgetSettings & Claimable & Wanted;

/** Seconds that a mail is put off at most: a next try beyond them was written before the clock was set back. */
const longestPause = 60;

/**
 * Whether mail `o`, which is queued, may be delivered by an instance with these keys: it may leave, and its codes live for long
 * enough. Looks its challenge up, mail by mail: where thousands are queued and few are wanted a join would read all challenges.
 * All that no index finds is within `is not null`, of which PostgreSQL expects that it holds. Where it expects one mail at most,
 * as of conditions that it takes for rare, it finds and sorts all that are queued in place of stopping when it has enough.
 * @param condition what else has to hold
 */
const isDue =
  (value: Value<Claimable>, condition: RawBuilder<unknown>) =>
  (now: RawBuilder<unknown> = sql`(select current_instant())`) =>
    sql`
    (
      select c.id from challenges c
      where c.id = o.challenge_id and c.key_id = any(${unplanned(value('keyIds'), sql`text[]`)})
        and c.created_at > ${now} - make_interval(mins => ${sql.lit(longMinutes - leastMinutes)})
        and (o.next_at <= ${now} or o.next_at > ${now} + make_interval(secs => ${sql.lit(longestPause)}))
        and ${condition} and ${withheldFor(value)} is null
    ) is not null
  `;

/** The next of some mails that are not held, of those that were tried before or of those that were not. */
const next = (
  value: Value<Claim>,
  isChosen: RawBuilder<unknown>,
  isRepeated: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql`
  select o.id from outbox o
  where o.state = 'queued' and ${isDue(value, isRepeated)()} and ${isChosen}
  order by o.has_account desc, (not o.held) desc, (o.attempts > 0), o.next_at
  for update of o skip locked limit greatest(${limit}, 0)
`;

/**
 * As parts of a statement: `..._first`, then `..._repeated` of some mails, as many as are wanted beside what `taken` selects.
 */
const wantedOf = (
  value: Value<Claim>,
  name: string,
  isChosen: RawBuilder<unknown>,
  { taken, repeated }: { taken: RawBuilder<unknown>; repeated: RawBuilder<unknown> },
) => {
  const [first, again] = [sql.ref(`${name}_first`), sql.ref(`${name}_repeated`)];
  const left = sql`${value('most')}::int - (select count(*)::int from (${taken}) taken)`;
  const repeatsLeft = sql`${value('repeats')}::int - (select count(*)::int from (${repeated}) repeated)`;
  return sql`
    ${first} as (${next(value, isChosen, sql`not (o.attempts > 0)`, left)}),
    ${again} as (${next(
      value,
      isChosen,
      sql`o.attempts > 0`,
      sql`least(${repeatsLeft}, ${left} - (select count(*)::int from ${first}))`,
    )})
  `;
};

const nothing = { taken: sql`select where false`, repeated: sql`select where false` };

/** Mails to people who have signed in, before any others. */
const known = sql`select id from known_first union all select id from known_repeated`;

/** Mails that are chosen but not by a turn. */
const chosenOf = (parts: RawBuilder<unknown>) =>
  sql`select id, null as browser, null as system, null::timestamptz as asked_at from (${parts}) ids`;

/** Counts those of the mails that are `chosen` which were held: they are let go. */
const countLetGo = sql`
  let_go as (
    update challenges c set mails = c.mails + 1 from chosen join outbox o on o.id = chosen.id
    where o.held and c.id = o.challenge_id
  )
`;

/** Takes up the mails that are `chosen`. One that was let go tells of the asker by whose turn it was. */
const take = (limits: Parameters<typeof acceptsShortCodes>[0]) => sql`
  update outbox o
  set attempts = o.attempts + 1, held = false, browser = coalesce(chosen.browser, o.browser),
    system = coalesce(chosen.system, o.system), created_at = coalesce(chosen.asked_at, o.created_at),
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
  const isAsked = sql`not exists (${known})`;
  const isHeldDue = (now: RawBuilder<unknown>) => isDue(value, isInTimeHeld(now))(now);
  const { release, spend } = budgetOf(value('mailsPerHour'), isHeldDue, isAsked);
  const isPaid = sql`not o.has_account and not o.held
    and ${isAsked} and not exists (select from released)`;
  return sql<(DueMail | { id: null }) & { isContended: boolean }>`
    with recursive ${wantedOf(value, 'known', sql`o.has_account`, nothing)},
    ${release},
    ${wantedOf(value, 'paid', isPaid, nothing)},
    ${spend},
    chosen as (
      ${chosenOf(sql`${known} union all select id from paid_first union all select id from paid_repeated`)}
      union all select mail_id, browser, system, asked_at from spent
    ),
    ${countLetGo},
    taken as (${take(limitsOf(value))})
    select taken.*, exists (select from turn) and not exists (select from spent) as "isContended"
    from (select) one left join taken on true
  `;
});

const claimAny = preparedSql((value: Value<Claim>) => {
  const repeated = sql`select from known_repeated`;
  return sql<DueMail>`
    with ${wantedOf(value, 'known', sql`o.has_account`, nothing)},
    ${wantedOf(value, 'strange', sql`not o.has_account`, { taken: known, repeated })},
    chosen as (
      ${chosenOf(sql`${known} union all select id from strange_first union all select id from strange_repeated`)}
    ),
    ${countLetGo}
    ${take(limitsOf(value))}
  `;
});

export type Claimed = {
  mails: DueMail[];
  /** Whether more may be due though fewer are there than were wanted: strangers' mails go one at a time, after all others. */
  isMore: boolean;
};

/**
 * Takes the mails that are due next, as many as are wanted, for `leaseSeconds`: no other worker is given them meanwhile. Mails to
 * people who have signed in come first; then first tries for everybody else, one at a time as the budget lets them go; then
 * repeated tries of those. Never one of a key that only other instances have, one whose challenge is gone or about to end, or
 * one that is withheld. None also where another worker was faster at the budget. Without a budget nothing is held or counted, so
 * that no claim waits for the one before.
 */
export async function claimMails(em: Executor, claimed: Claim): Promise<Claimed> {
  if (claimed.mailsPerHour === 0) {
    return { mails: await claimAny(em, claimed), isMore: false };
  }
  const rows = await claimWithinBudget(em, claimed);
  const mails = rows.filter((row) => row.id !== null);
  return {
    mails,
    isMore: rows.some((row) => row.isContended || row.id !== null),
  };
}

/** What the brake keeps waiting over all. */
export const readBrakeOfAll = preparedSql((value: Value<BudgetSettings>) =>
  brakeOfAll(value('mailsPerHour')),
);

/** What the brake keeps waiting, and whom. */
export const readBrake = preparedSql((value: Value<BudgetSettings>) =>
  brake(value('mailsPerHour')),
);

/**
 * Ends what waits for a challenge that is gone or about to end: nobody is mailed a dead code. A held mail ends sooner, and its
 * challenge with it if none of its mails has left. What others hold is left to the next time.
 */
export const expireMails = preparedSql(
  () => sql`
    with late as (
      select o.id, c.id as challenge_id, c.mails from outbox o join challenges c on c.id = o.challenge_id
      where o.state = 'queued' and o.held and not ${isInTimeHeld(sql`current_instant()`)}
      for update of o, c skip locked
    ),
    dead as (
      select o.id from outbox o where o.state = 'queued' and not exists (
        select from challenges c where c.id = o.challenge_id and ${isInTime(longMinutes)}
      )
      for update of o skip locked
    ),
    unmailed as (delete from challenges c using late where c.id = late.challenge_id and late.mails = 0)
    update outbox o set state = 'expired', held = false
    where o.id in (select id from late union all select id from dead)
  `,
);

/** The newest mails that were delivered and whose codes can still be derived, newest first. */
export async function deliveredMails(
  em: Executor,
  limits: MailLimits,
): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select ${dueMailColumns(limits)}
    from outbox o join challenges c on c.id = o.challenge_id join addresses a on a.email = c.email
    where o.state = 'sent' and ${isYounger(longMinutes)}
    order by o.created_at desc, o.id desc limit 50
  `.execute(statements(em));
  return rows;
}
