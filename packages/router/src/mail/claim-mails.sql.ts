import { type Executor, preparedSql, unplanned, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { longMinutes } from '../access/challenges.sql.ts';
import { acceptsShortCodes, type MailLimits } from '../access/guesses.sql.ts';
import { withoutWaiting } from '../without-waiting.sql.ts';
import type { BudgetSettings } from './budget/brake.sql.ts';
import { budgetOf } from './budget/budget.sql.ts';
import { type DueMail, dueMailColumns, isInTimeHeld, leastMinutes } from './mails.sql.ts';
import { type Recipients, withheldFor } from './recipients.sql.ts';

/**
 * Seconds for which a claimed mail is one worker's; then, if it crashed, another takes it up. The mailer gives up after 10, which
 * leaves 3 to record what came of it.
 */
const leaseSeconds = 13;

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
  sql`select id, null as browser, null as system, null as language, null::timestamptz as asked_at from (${parts}) ids`;

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
  set attempts = o.attempts + 1, held = false,
    due_since = case when o.held then current_instant() else o.due_since end, browser = coalesce(chosen.browser, o.browser),
    system = coalesce(chosen.system, o.system),
    language = case when chosen.asked_at is null then o.language else chosen.language end,
    created_at = coalesce(chosen.asked_at, o.created_at),
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
      union all select mail_id, browser, system, language, asked_at from spent
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
