import { type Executor, preparedSql, unplanned, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { longMinutes } from '../access/challenges.sql.ts';
import { acceptsShortCodes, type MailLimits } from '../access/guesses.sql.ts';
import { withoutWaiting } from '../without-waiting.sql.ts';
import type { BudgetSettings } from './budget/brake.sql.ts';
import { budgetOf } from './budget/budget.sql.ts';
import { type DueMail, dueMailColumns, isInTimeHeld, leastMinutes } from './mails.sql.ts';
import { type Recipients, withheldFor } from './recipients.sql.ts';

/** Seconds of the lease. The mailer gives up after 10, so 3 remain to record. */
const leaseSeconds = 13;

type Claimable = Recipients & { keyIds: string[] };

/** `most` mails are wanted. At most `repeats` of them may be retries. */
export type Wanted = { most: number; repeats: number };

type Claim = MailLimits & BudgetSettings & Claimable & Wanted;

/**
 * Seconds until a mail is sent again that the provider may have taken without an answer
 * (RFC 5321, 4.5.3.2.6). Then it is the last of these.
 */
export const unansweredPauses = [15, 60, 300, 900] as const;

/** Most seconds between tries. A later `next_at` is from a clock that was set back. */
const longestPause = sql`case when o.outcome = 'unanswered' then ${sql.lit(unansweredPauses[3])} else 60 end`;

/**
 * Whether an instance with these keys may deliver the queued mail `o`. It reads
 * one challenge per mail: a join would read them all. Conditions without an index
 * are inside `is not null`, which PostgreSQL expects to hold. Otherwise it would
 * sort all queued mails and not stop early.
 */
const isDue =
  (value: Value<Claimable>, condition: RawBuilder<unknown>) =>
  (now: RawBuilder<unknown> = sql`(select current_instant())`) =>
    sql`
    (
      select c.id from challenges c
      where c.id = o.challenge_id and c.key_id = any(${unplanned(value('keyIds'), sql`text[]`)})
        and c.created_at > ${now} - make_interval(mins => ${sql.lit(longMinutes - leastMinutes)})
        and (o.next_at <= ${now} or o.next_at > ${now} + make_interval(secs => ${longestPause}))
        and ${condition} and ${withheldFor(value)} is null
    ) is not null
  `;

/** Selects and locks the next chosen mails: either first tries or retries. */
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
 * `..._first` are first tries, `..._repeated` retries. They fill what `taken` and
 * `repeated` leave of the wanted numbers.
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

/** Mails to people who have signed in before. They go first. */
const known = sql`select id from known_first union all select id from known_repeated`;

/** Mails that were chosen without a turn. */
const chosenOf = (parts: RawBuilder<unknown>) =>
  sql`select id, null as browser, null as system, null as language, null::timestamptz as asked_at from (${parts}) ids`;

/** Counts the chosen mails that were held until now. */
const countLetGo = sql`
  let_go as (
    update challenges c set mails = c.mails + 1 from chosen join outbox o on o.id = chosen.id
    where o.held and c.id = o.challenge_id
  )
`;

/** A mail that is let go names the asker of its turn. */
const take = (limits: Parameters<typeof acceptsShortCodes>[0]) => sql`
  update outbox o
  set attempts = o.attempts + 1, held = false,
    due_since = case when o.held then current_instant() else o.due_since end, browser = coalesce(chosen.browser, o.browser),
    system = coalesce(chosen.system, o.system),
    language = case when chosen.asked_at is null or c.mails > 0 then o.language else chosen.language end,
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
  const held = {
    canLeave: (now: RawBuilder<unknown>) =>
      sql`${isInTimeHeld(now)} and ${withheldFor(value)} is null`,
    isOurs: sql`c.key_id = any(${unplanned(value('keyIds'), sql`text[]`)})`,
  };
  const { release, spend } = budgetOf(value('mailsPerHour'), held, isAsked);
  const isPaid = sql`not o.has_account and not o.held
    and ${isAsked} and not exists (select from turn)`;
  return sql<(DueMail | { id: null }) & { hasTurn: boolean }>`
    with recursive ${wantedOf(value, 'known', sql`o.has_account`, nothing)},
    ${release},
    ${wantedOf(value, 'paid', isPaid, nothing)},
    ${spend},
    chosen as (
      ${chosenOf(sql`${known} union all select id from paid_first union all select id from paid_repeated`)}
      union all select mail_id, browser, system, language, asked_at from spent where mail_id is not null
    ),
    ${countLetGo},
    taken as (${take(limitsOf(value))})
    select taken.*, exists (select from turn) as "hasTurn"
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
  /** More may be due: turns come one at a time, some without a mail. */
  isMore: boolean;
};

/**
 * Claims due mails for `leaseSeconds`: to known people first, then first tries to
 * strangers, then their retries. With a budget, turns pay and strangers' mails leave
 * one at a time, and a slower worker gets none. Skips mails that are withheld, end
 * soon, or need another instance's key.
 */
export async function claimMails(em: Executor, claimed: Claim): Promise<Claimed> {
  if (claimed.mailsPerHour === 0) {
    return { mails: await claimAny(em, claimed), isMore: false };
  }
  const rows = await claimWithinBudget(em, claimed);
  const mails = rows.filter((row) => row.id !== null);
  return {
    mails,
    isMore: rows.some((row) => row.hasTurn || row.id !== null),
  };
}
