import { columnsOf, type Executor, preparedSql, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Device } from '../access/device.ts';
import {
  acceptsShortCodes,
  type GuessLimits,
  isSuspended,
  isYounger,
  longMinutes,
  shortMinutes,
  userColumns,
  type UserRow,
} from '../access/queries.ts';
import type { Deps } from '../context.ts';

/** Minutes in which asking again mails the newest challenge's codes again. */
const sameCodesMinutes = 5;

/** Mails in 24 hours without a success after which there is only one every half hour. */
const manyMails = 9;

/** A challenge that is waiting for one of its codes. */
export type LiveChallenge = { id: string; keyId: string };

const lockRow = preparedSql(
  (value: Value<{ address: string }>) => sql`
    insert into addresses (email, asked_at) values (${value('address')}, current_instant())
    on conflict (email) do update set asked_at = excluded.asked_at
  `,
);

/**
 * Locks the address for the transaction. A statement of its own, so that those after it see what others, who held the lock
 * before, have written.
 */
export async function lockAddress(em: Executor, address: string): Promise<void> {
  await lockRow(em, { address });
}

const minutesOf = (minutes: number) => sql`make_interval(mins => ${sql.lit(minutes)})`;

type NewMail = Device & {
  address: string;
  /** Mails with the codes of one challenge. */
  most: number;
  challengeId: string;
  keyId: string;
  mailId: string;
};

const queueRow = preparedSql((value: Value<NewMail>) => {
  const address = value('address');
  return sql`
    with present as materialized (select current_instant() as instant),
    state as materialized (
      select present.instant, coalesce(sum(c.mails), 0) as mailed, max(c.created_at) as newest
      from present left join challenges c
        on c.email = ${address} and c.created_at > present.instant - interval '24 hours'
      group by present.instant
    ),
    again as (
      update challenges c set mails = c.mails + 1 from state
      where c.email = ${address} and c.created_at = state.newest and c.mails < ${value('most')}::int
        and state.newest > state.instant - ${minutesOf(sameCodesMinutes)}
        and state.mailed < ${sql.lit(manyMails)}
      returning c.id
    ),
    fresh as (
      insert into challenges (id, email, created_at, mails, key_id)
      select ${value('challengeId')}::uuid, ${address}, state.instant, 1, ${value('keyId')}::text from state
      where state.newest is null or state.newest <= state.instant
        - case when state.mailed < ${sql.lit(manyMails)}
            then ${minutesOf(sameCodesMinutes)} else interval '30 minutes' end
      returning id
    )
    insert into outbox (id, challenge_id, recipient, has_account, browser, system, next_at, created_at)
    select ${value('mailId')}::uuid, chosen.id, ${address},
      exists (select from users where email_key = ${address}),
      ${value('browser')}::text, ${value('system')}::text, state.instant, state.instant
    from state, (select id from again union all select id from fresh) chosen
  `;
});

/**
 * Queues a mail: with the newest challenge's codes while they are new and not mailed too often, else with those of a new
 * challenge. Queues nothing where an earlier mail still holds a long code with half an hour or more to live.
 * Runs under the address's lock. A `mailsPerChallenge` of 0 is any number.
 */
export async function queueMail(
  { em, random, keys, settings }: Deps,
  address: string,
  device: Device,
): Promise<void> {
  const most = settings.mailsPerChallenge === 0 ? 1_000_000 : settings.mailsPerChallenge;
  const ids = { challengeId: random.id(), keyId: keys.current.id, mailId: random.id() };
  await queueRow(em, { address, most, ...ids, ...device });
}

/** The address's newest wrong guesses and this one; as many are kept as the limit looks back on; where it is off they stay. */
const guessesAndOneMore = (
  allowed: RawBuilder<number>,
) => sql`case when ${allowed}::int = 0 then a.guesses
  else (a.guesses || current_instant())[greatest(cardinality(a.guesses) - ${allowed}::int + 2, 1):] end`;

const isShortAlive = isYounger(sql.lit(shortMinutes));

const spendRow = preparedSql(
  (value: Value<GuessLimits & { address: string }>) => sql<{ live: LiveChallenge[] | null }>`
    update addresses a set guesses = ${guessesAndOneMore(value('wrongPerAddress'))}
    where a.email = ${value('address')}
      and ${acceptsShortCodes({ wrongPerAddress: value('wrongPerAddress'), wrongGlobal: value('wrongGlobal') })}
      and exists (select from challenges c where c.email = a.email and ${isShortAlive})
    returning (
      select json_agg(json_build_object('id', c.id, 'keyId', c.key_id))
      from challenges c where c.email = a.email and ${isShortAlive}
    ) as live
  `,
);

/**
 * Spends one wrong short guess of the address before it is known to be one, and returns the challenges whose short codes
 * live; undefined where none does or the guesses are used up. One guarded statement, to be committed on its own.
 */
export async function spendGuess(
  em: Executor,
  address: string,
  { wrongPerAddress, wrongGlobal }: GuessLimits,
): Promise<LiveChallenge[] | undefined> {
  const [row] = await spendRow(em, { address, wrongPerAddress, wrongGlobal });
  return row?.live ?? undefined;
}

/** Counts a short code that was compared and wrong towards the hour's limit over all addresses. */
export const countWrongGuess = preparedSql(
  () => sql`
    insert into hourly_counts as h (counter, hour, count)
    values ('wrong_guesses', date_trunc('hour', current_instant()), 1)
    on conflict (counter, hour) do update set count = h.count + 1
  `,
);

/** The challenges of the address whose long codes live. Writes nothing, counts nothing. */
export const liveChallenges = preparedSql(
  (value: Value<{ address: string }>) => sql<LiveChallenge>`
    select c.id, c.key_id as "keyId" from challenges c
    where c.email = ${value('address')} and ${isYounger(sql.lit(longMinutes))}
  `,
);

/** A matched challenge, and what is made when its code is exchanged. */
export type Completion = Device & {
  address: string;
  /** The address as it was typed, which a new user keeps. */
  email: string;
  challengeId: string;
  /** Minutes that a code of the kind that was sent lives. */
  minutes: number;
  userId: string;
  sessionId: string;
  tokenHash: Buffer;
};

type SignedIn = UserRow & { isSuspended: boolean };

/** @param lock locks the address's row, and returns its `email`: that puts racers in a line */
const completing = (lock: (address: RawBuilder<string>) => RawBuilder<unknown>) =>
  preparedSql(
    (value: Value<Completion>) => sql<SignedIn>`
      with held as (${lock(value('address'))}),
      matched as (
        delete from challenges c using held
        where c.email = held.email and c.id = ${value('challengeId')}::uuid
          and ${isYounger(sql<number>`${value('minutes')}::int`)}
        returning c.email
      ),
      others as (
        delete from challenges c using matched
        where c.email = matched.email and c.id <> ${value('challengeId')}::uuid
      ),
      signed_in as (
        insert into users (id, email, email_key)
        select ${value('userId')}::uuid, ${value('email')}::text, ${value('address')}::text from matched
        on conflict (email_key) do update set email_key = excluded.email_key
        returning ${columnsOf('users', userColumns)}, ${isSuspended} as "isSuspended"
      ),
      begun as (
        insert into sessions (id, user_id, token_hash, browser, system)
        select ${value('sessionId')}::uuid, id, ${value('tokenHash')}::bytea, ${value('browser')}::text,
          ${value('system')}::text
        from signed_in where not "isSuspended"
      )
      select * from signed_in
    `,
  );

const completingAfterGuess = completing(
  (address) => sql`
    update addresses set guesses = trim_array(guesses, least(cardinality(guesses), 1))
    where email = ${address} returning email
  `,
);

const completingUncounted = completing(
  (address) => sql`select email from addresses where email = ${address} for update`,
);

/**
 * Gives the guess back where one was spent, ends the matched challenge if it is still there and alive, and with it all others
 * of the address, makes the user if there is none, and begins the session unless they are suspended: one statement, whose parts
 * follow from one another. Of any number of racers one gets the user and the others nothing, since a row is deleted once. The
 * user's row is locked, so that a suspension comes before or after, not between.
 */
export async function completeSignIn(
  em: Executor,
  completion: Completion,
  { givesGuessBack }: { givesGuessBack: boolean },
): Promise<SignedIn | undefined> {
  const complete = givesGuessBack ? completingAfterGuess : completingUncounted;
  const [row] = await complete(em, completion);
  return row;
}
