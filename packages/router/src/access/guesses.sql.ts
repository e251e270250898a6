import {
  addsAlone,
  type Executor,
  isFree,
  preparedSql,
  rowsOfJson,
  statements,
  type Value,
  writtenTogether,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Settings } from '../context.ts';
import type { LimitName } from '../telemetry.ts';
import { isYounger, shortMinutes } from './challenges.sql.ts';

/** The limits of wrong short codes that decide whether a mail has a short code. */
export type MailLimits = Pick<Settings, 'wrongPerAddress' | 'wrongPerDay'>;

/** A short code that somebody tries for an email address, and who: their IP address and its network as keyed hashes. */
export type ShortGuess = MailLimits &
  Pick<Settings, 'wrongPerIp'> & { address: string; ip: string; network: string };

/** A challenge that is waiting for one of its codes. */
export type LiveChallenge = { id: string; keyId: string };

type GuessLimit = Extract<LimitName, `wrong_codes_${string}`>;

/** Values, or where a prepared statement has them. */
type Given<Values> = { [Name in keyof Values]: Values[Name] | RawBuilder<Values[Name]> };

/**
 * Whether the email address `a` was given fewer wrong short codes in the last 24 hours than it may be. Where the limit is off,
 * at 0, no guess stands where the oldest that counts would.
 */
const hasGuessesLeft = ({
  wrongPerAddress,
}: Given<Pick<MailLimits, 'wrongPerAddress'>>) =>
  sql<boolean>`coalesce(
    a.guesses[cardinality(a.guesses) - ${wrongPerAddress}::int + 1] <= current_instant() - interval '24 hours', true
  )`;

/**
 * Whether fewer wrong short codes than the day's limit, 0 being none, were compared over all addresses: in this clock hour and
 * the 24 before it, so in any 24 hours. Besides the limit, one for every ten accounts that signed in may be wrong.
 */
const isOpenToday = ({
  wrongPerDay,
}: Given<Pick<MailLimits, 'wrongPerDay'>>) => sql<boolean>`(
  ${wrongPerDay}::int = 0 or (
    select coalesce(sum(h.count), 0) from hourly_counts h
    where h.counter = 'wrong_guesses' and h.hour >= date_trunc('hour', current_instant()) - interval '24 hours'
  ) < ${wrongPerDay}::int + coalesce((
    select h.count / 10 from hourly_counts h where h.counter = 'accounts_signed_in' order by h.hour desc limit 1
  ), 0)
)`;

/** Whether short codes of the email address `a` are compared at all just now. */
export const acceptsShortCodes = (limits: Given<MailLimits>) =>
  sql<boolean>`${hasGuessesLeft(limits)} and ${isOpenToday(limits)}`;

/** The guesses of the network `n` that are of the last 24 hours. The present is read once, when the row is locked. */
const standing = sql`unnest(n.guessed_at, n.ips) as g (at, ip),
  (select current_instant() as instant offset 0) present
  where g.at > present.instant - interval '24 hours'`;

/**
 * Whether one more may come from the IP address and the network `n`: from the address `wrongPerIp` in an hour and twice that in a
 * day, from the network three times both.
 */
const isWithinLimits = ({
  ip,
  wrongPerIp,
}: Given<Pick<ShortGuess, 'ip' | 'wrongPerIp'>>) => {
  const lately = sql`g.at > present.instant - interval '1 hour'`;
  const below = (factor: number) => sql`< ${wrongPerIp}::int * ${sql.lit(factor)}`;
  return sql`(
    select count(*) filter (where g.ip = ${ip} and ${lately}) ${below(1)}
      and count(*) filter (where g.ip = ${ip}) ${below(2)}
      and count(*) filter (where ${lately}) ${below(3)} and count(*) ${below(6)}
    from ${standing}
  )`;
};

/** The email address's newest wrong guesses and this one, as many as its limit looks back on; where that is off they stay. */
const guessesAndOneMore = (
  allowed: RawBuilder<number>,
) => sql`case when ${allowed}::int = 0 then a.guesses
  else (a.guesses || current_instant())[greatest(cardinality(a.guesses) - ${allowed}::int + 2, 1):] end`;

const isShortAlive = isYounger(sql.lit(shortMinutes));

/** The challenges to compare with, null where there are none; and the limit that was reached, where one was. */
type Spent = { limit: GuessLimit | null; live: LiveChallenge[] | null };

/** Guesses as JSON, of which no two are of one network, and their limits. */
type GivenGuesses = Omit<ShortGuess, 'address' | 'ip' | 'network'> & { given: string };

/** Whether a guess waits for none that another statement counts. */
const isFreeGuess = sql<boolean>`
  ${isFree('addresses', 'email', 'address')}
  and ${isFree('network_guesses', 'network', 'network', addsAlone('network_guesses', sql`given.network`))}
`;

/** @param chosen which of the guesses given are counted, of any number for an address one */
const spending = (chosen: RawBuilder<boolean>) =>
  preparedSql((value: Value<GivenGuesses>) => {
    const limits = {
      wrongPerAddress: value('wrongPerAddress'),
      wrongPerIp: value('wrongPerIp'),
      wrongPerDay: value('wrongPerDay'),
    };
    const ip = sql<string>`excluded.ips[1]`;
    const isCounted = sql`(${limits.wrongPerIp}::int = 0 or counted.network is not null)`;
    return sql<Spent & { network: string }>`
      with today as materialized (select ${isOpenToday(limits)} as "isOpen"),
      given as materialized (
        select distinct on (address) *
        from (${rowsOfJson(value('given'), sql`address text, ip text, network text`)}) every
      ),
      guess as materialized (select * from given where ${chosen}),
      held as materialized (
        select a.email, ${hasGuessesLeft(limits)} as "hasGuessesLeft",
          exists (select from challenges c where c.email = a.email and ${isShortAlive}) as "isAlive"
        from addresses a join guess on a.email = guess.address for no key update of a
      ),
      counted as (
        insert into network_guesses as n (network, guessed_at, ips)
        select guess.network, array[current_instant()], array[guess.ip]
        from guess, (select count(*) from held) as first where ${limits.wrongPerIp}::int > 0 order by guess.network
        on conflict (network) do update set (guessed_at, ips) = (
          select array_agg(g.at) || current_instant(), array_agg(g.ip) || ${ip} from ${standing}
        ) where ${isWithinLimits({ ip, wrongPerIp: limits.wrongPerIp })}
        returning n.network
      ),
      spent as (
        update addresses a set guesses = ${guessesAndOneMore(limits.wrongPerAddress)} from guess left join counted using (network), held, today
        where guess.address = held.email and a.email = held.email
          and held."isAlive" and held."hasGuessesLeft" and today."isOpen" and ${isCounted}
        returning a.email, (
          select json_agg(json_build_object('id', c.id, 'keyId', c.key_id))
          from challenges c where c.email = a.email and ${isShortAlive}
        ) as live
      )
      select guess.network, spent.live, case
        when not ${isCounted} then 'wrong_codes_per_ip'
        when not today."isOpen" then 'wrong_codes_per_day'
        when held."isAlive" and not held."hasGuessesLeft" then 'wrong_codes_per_address'
      end as "limit"
      from today, guess left join counted using (network)
        left join held on held.email = guess.address left join spent on spent.email = guess.address
    `;
  });

const spendFree = spending(isFreeGuess);
const spendOne = spending(sql`true`);

const givenOf = (
  { wrongPerAddress, wrongPerIp, wrongPerDay }: ShortGuess,
  guesses: readonly ShortGuess[],
) => ({ wrongPerAddress, wrongPerIp, wrongPerDay, given: JSON.stringify(guesses) });

/** The first one's limits are those of all that travel together, since they are of one instance. */
const spend = writtenTogether({
  keyOf: ({ network }: ShortGuess) => network,
  lineOf: ({ address }) => address,
  all: async (em, guesses) => {
    const [first] = guesses;
    const rows = first ? await spendFree(em, givenOf(first, guesses)) : [];
    return new Map(rows.map((row) => [row.network, row]));
  },
  one: async (em, guess) => (await spendOne(em, givenOf(guess, [guess])))[0],
});

/**
 * Counts a guess as wrong for the IP address, its network and the email address, before it is known to be, and returns the
 * challenges whose short codes live. Where a limit is reached it is named and there are none; beyond that of the IP address and
 * network, nothing is counted for the email address. Committed before it returns. Locks the email address before the network,
 * whose row many wait for; guesses that travel together wait for neither.
 */
export async function spendGuess(em: Executor, guess: ShortGuess): Promise<Spent> {
  const spent = await spend(em, guess);
  if (!spent) {
    throw new Error('A guess could not be counted');
  }
  return spent;
}

/**
 * Counts a guess that was wrong: where it was compared, towards the day's limit over all addresses. Writes as many rows where it
 * was not, or the time taken would tell whether a code lives. Locks the network before the hour, for which everybody waits.
 */
export const recordWrongGuess = preparedSql(
  (value: Value<Pick<ShortGuess, 'network'> & { compared: 0 | 1 }>) => sql`
    with rewritten as (
      update network_guesses set ips = ips where network = ${value('network')} and ${value('compared')}::int = 0
      returning network
    )
    insert into hourly_counts as h (counter, hour, count)
    select 'wrong_guesses', date_trunc('hour', current_instant()), ${value('compared')}::int
    from (select count(*) from rewritten) as first
    on conflict (counter, hour) do update set count = h.count + excluded.count
  `,
);

/**
 * Gives guesses that were right, the rows of `guess`, back to the email address and to the IP address and its network, as the first
 * parts of a statement. `held` are those whose email address's row there is, which is locked before the network's, as when it was
 * spent.
 */
export const giveBackGuesses = sql`
  held as (
    update addresses a set guesses = trim_array(guesses, least(cardinality(guesses), guess."wrongPerAddress", 1))
    from guess where a.email = guess.address returning guess.*
  ),
  given_back as (
    update network_guesses n set (guessed_at, ips) = (
      select coalesce(array_agg(g.at), '{}'), coalesce(array_agg(g.ip), '{}')
      from unnest(n.guessed_at, n.ips) with ordinality as g (at, ip, place)
      where g.place <> (
        select max(own.place) from unnest(n.ips) with ordinality as own (ip, place) where own.ip = guess.ip
      )
    )
    from guess, (select count(*) from held) as first
    where n.network = guess.network and guess.ip = any(n.ips) and guess."wrongPerIp" > 0
  )
`;

/** Counts the accounts older than a week that signed in in the last 24 hours, for the day's limit. */
export const countAccountsSignedIn = preparedSql(
  () => sql`
    insert into hourly_counts (counter, hour, count)
    select 'accounts_signed_in', date_trunc('hour', max(present.instant)), count(distinct s.user_id)
    from (select current_instant() as instant offset 0) present
      left join (sessions s join users u on u.id = s.user_id)
        on s.created_at > present.instant - interval '24 hours' and u.created_at < present.instant - interval '7 days'
    on conflict (counter, hour) do update set count = excluded.count
  `,
);

/** Whether the day's limit has closed short codes to everybody. */
export async function areShortCodesClosed(
  em: Executor,
  limits: Pick<MailLimits, 'wrongPerDay'>,
): Promise<boolean> {
  const { rows } = await sql<{ isClosed: boolean }>`
    select not ${isOpenToday(limits)} as "isClosed"
  `.execute(statements(em));
  return rows[0]?.isClosed ?? false;
}
