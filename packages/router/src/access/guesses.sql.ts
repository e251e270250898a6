import {
  batchedWrite,
  type Executor,
  lockIfFree,
  lockNewIfFree,
  onlyRow,
  preparedSql,
  type Value,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Settings } from '../context.ts';
import type { LimitName } from '../telemetry.ts';
import { shortMinutes } from './challenges.sql.ts';

/**
 * The limits of wrong short codes. A short code has six digits, so
 * endless guessing would find it.
 *
 * | limit of          | wrong codes                          | setting                   |
 * | ----------------- | ------------------------------------ | ------------------------- |
 * | an email address  | 5 in 24 hours                        | `LIMIT_WRONG_PER_ADDRESS` |
 * | an IP address     | 30 in an hour, 60 in 24              | `LIMIT_WRONG_PER_IP`      |
 * | its network       | three times that                     | the same                  |
 * | all addresses     | 1,000 in 24 hours, plus one for ten  | `LIMIT_WRONG_PER_DAY`     |
 * |                   | older accounts that signed in        |                           |
 *
 * A guess counts as wrong before it is compared (`spend_guess.sql`). A right
 * guess is given back (`complete_sign_in.sql`). Long codes are impossible to
 * guess, so they don't count. A short code is valid for 10 minutes.
 */

/** The limits that decide whether a mail contains a short code. */
export type MailLimits = Pick<Settings, 'wrongPerAddress' | 'wrongPerDay'>;

/** `ip` and `network` are keyed hashes. */
export type ShortGuess = MailLimits &
  Pick<Settings, 'wrongPerIp'> & { address: string; ip: string; network: string };

/** A challenge with valid codes. */
export type LiveChallenge = { id: string; keyId: string };

type GuessLimit = Extract<LimitName, `wrong_codes_${string}`>;

/** Values, or their places in a prepared statement. */
type Given<Values> = { [Name in keyof Values]: Values[Name] | RawBuilder<Values[Name]> };

/**
 * Whether the day's limit over all addresses accepts short codes; 0 means no
 * limit. Counts this clock hour and the 24 before, so at least 24 hours.
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

/** Whether short codes of the email address `a` are accepted now. */
export const acceptsShortCodes = ({ wrongPerAddress, wrongPerDay }: Given<MailLimits>) =>
  sql<boolean>`has_guesses_left(a.guesses, ${wrongPerAddress}::int) and ${isOpenToday({ wrongPerDay })}`;

/** `live` are the challenges to compare with. */
type Spent = { limit: GuessLimit | null; live: LiveChallenge[] | null };

const lockNewNetwork = lockNewIfFree('network_guesses', sql`given.network`);

const spend = batchedWrite<ShortGuess, Spent & { network: string }>({
  columns:
    'address text, ip text, network text, "wrongPerAddress" int, "wrongPerIp" int, "wrongPerDay" int',
  lockIfFree: sql`
    ${lockIfFree('addresses', 'email', 'address')}
    and ${lockIfFree('network_guesses', 'network', 'network', lockNewNetwork)}
  `,
  statement: sql`
    select chosen.network, spent.reached as "limit", spent.live
    from chosen cross join lateral spend_guess(
      address, ip, network, "wrongPerAddress", "wrongPerIp",
      ${isOpenToday({ wrongPerDay: sql`"wrongPerDay"` })}, ${sql.lit(shortMinutes)}
    ) spent
  `,
  keyOf: ({ network }) => network,
  keyOfRow: ({ network }) => network,
  lineOf: ({ address }) => address,
});

/** Counts a guess as wrong and commits. No challenges if a limit is reached. */
export async function spendGuess(em: Executor, guess: ShortGuess): Promise<Spent> {
  const spent = await spend.together(em, guess);
  if (!spent) {
    throw new Error('A guess could not be counted');
  }
  return spent;
}

/**
 * Counts a compared wrong guess towards the day. Other guesses write as many
 * rows, so the time tells nothing. Locks the IP network before the hour's row, for
 * which all calls wait.
 */
export const countTowardsDay = preparedSql(
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

/** Counts the accounts older than a week that signed in within 24 hours. */
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

/** Whether the day's limit rejects all short codes now. */
export async function areShortCodesClosed(
  em: Executor,
  limits: Pick<MailLimits, 'wrongPerDay'>,
): Promise<boolean> {
  const { isClosed } = await onlyRow(em)<{ isClosed: boolean }>`
    select not ${isOpenToday(limits)} as "isClosed"
  `;
  return isClosed;
}
