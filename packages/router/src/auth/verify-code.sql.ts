import {
  columnsOf,
  type Executor,
  isFree,
  preparedSql,
  rowsOfJson,
  type Value,
  writtenTogether,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { isYounger, longMinutes } from '../access/challenges.sql.ts';
import type { Guess } from '../access/codes.ts';
import type { Device } from '../access/device.ts';
import {
  giveBackGuesses,
  type LiveChallenge,
  type ShortGuess,
} from '../access/guesses.sql.ts';
import { isAdmitted } from '../access/sign-ups.sql.ts';
import { isSuspended, userColumns, type UserRow } from '../access/users.sql.ts';
import type { Settings } from '../context.ts';
import { giveBackTokens } from '../mail/budget/budget.sql.ts';

/** The challenges of the address whose long codes live. Writes nothing, counts nothing. */
export const liveChallenges = preparedSql(
  (value: Value<{ address: string }>) => sql<LiveChallenge>`
    select c.id, c.key_id as "keyId" from challenges c
    where c.email = ${value('address')} and ${isYounger(sql.lit(longMinutes))}
  `,
);

/** A guess that matched a challenge, and what is made when the code is exchanged. */
export type Completion = Device &
  ShortGuess & {
    /** The address as it was typed, which a new user keeps. */
    email: string;
    /** Null where it is a test login's long code, which is of no challenge. */
    challengeId: string | null;
    /** Minutes that a code of the kind that was sent lives. */
    minutes: number;
    userId: string;
    sessionId: string;
    tokenHash: Buffer;
    /** Who may sign up; null is everybody. */
    admitted: string[] | null;
    /** What flows into the budget of mails, of which the code's are given back. */
    mailsPerHour: Settings['mailsPerHour'];
    /** When the test login ends whose code it was, and with it the session; null where it was the code of a mail. */
    testEndsAt: string | null;
  };

/**
 * Sessions that are kept of an account. A sign-in deletes those beyond: first those that have ended, then those used least
 * recently. Of two sign-ins at the same moment one may not see the other's session; the next one puts that right.
 */
const mostSessions = 100;

type SignedIn = UserRow & { isSuspended: boolean };

/** What became of a sign-in, by the network that it came from; no id where it signs nobody in. */
type Completed = { network: string } & (SignedIn | { id: null });

/** No test login outlives its end, or is that of a moderator or an admin. */
const mayTest = sql`(
  held."testEndsAt" is null or current_instant() < held."testEndsAt"
    and not exists (select from users u where u.email_key = held.address and u.role <> 'user')
)`;

type OfInstance = Pick<Completion, 'admitted' | 'mailsPerHour'>;

type GivenCompletions = OfInstance & { given: string };

const mayEnter = (value: Value<GivenCompletions>) =>
  sql`${isAdmitted(sql`held.address`, value('admitted'))} and ${mayTest}`;

/**
 * Those whose challenge this deletes, and the address's others with it.
 * @param held locks the address's row of each guess, as `held`: that puts racers in a line
 */
const matchedAmong = (held: RawBuilder<unknown>) => (value: Value<GivenCompletions>) =>
  sql`
  ${held},
  matched as (
    delete from challenges c using held
    where c.email = held.address and c.id = held."challengeId" and ${isYounger(sql<number>`held.minutes`)}
      and ${mayEnter(value)}
    returning held.*
  ),
  others as (
    delete from challenges c using matched where c.email = matched.address and c.id <> matched."challengeId"
  )
`;

/** Those of a test login's long code: they wait for nobody, and leave the address's challenges as they are. */
const matchedTest = (value: Value<GivenCompletions>) => sql`
  held as (select * from guess),
  matched as (select * from held where held."testEndsAt" is not null and ${mayEnter(value)})
`;

const completionColumns = sql`
  address text, ip text, network text, "wrongPerAddress" int, "wrongPerIp" int, email text, "challengeId" uuid, minutes int,
  "userId" uuid, "sessionId" uuid, "tokenHash" bytea, browser text, system text, "testEndsAt" timestamptz
`;

/**
 * Of the sign-ins `given`, one for an address, those that are `chosen` are completed as `guess`. `entered` are those of a user whom
 * the code may sign in.
 * @param matchedOf gives the parts up to `matched`, the guesses of a code that is alive
 */
const completing = (
  chosen: RawBuilder<boolean>,
  matchedOf: (value: Value<GivenCompletions>) => RawBuilder<unknown>,
) =>
  preparedSql((value: Value<GivenCompletions>) => {
    // Nobody's sessions are looked for where all users are new: a small table would be read whole, twice.
    const isAnyKnown = sql`exists (select from entered where id <> "userId")`;
    const answered = userColumns.map((name) => sql`entered.${sql.raw(`"${name}"`)}`);
    return sql<Completed>`
      with given as materialized (
        select distinct on (address) * from (${rowsOfJson(value('given'), completionColumns)}) every
      ),
      guess as materialized (select * from given where ${chosen}),
      ${matchedOf(value)},
      signed_in as (
        insert into users (id, email, email_key) select "userId", email, address from matched
        -- Locks the row; by a column of a key it would be locked as if it were deleted, and wait for whoever refers to it.
        on conflict (email_key) do update set role = users.role
        returning ${columnsOf('users', userColumns)}, ${isSuspended} as "isSuspended", role, email_key as address
      ),
      entered as (
        select signed_in.*, "userId", "sessionId", "tokenHash", browser, system, "testEndsAt"
        from signed_in join matched using (address) where "testEndsAt" is null or role = 'user'
      ),
      begun as (
        insert into sessions (id, user_id, token_hash, browser, system, test_ends_at)
        select "sessionId", id, "tokenHash", browser, system, "testEndsAt" from entered where not "isSuspended"
      ),
      beyond as (
        delete from sessions where ${isAnyKnown} and id = any(array(
          select surplus.id from entered, lateral (
            select s.id from sessions s where s.user_id = entered.id
            order by s.ended_at is null desc, s.last_used_at desc, s.id desc offset ${sql.lit(mostSessions - 1)}
          ) surplus where entered.id <> "userId"
        ))
      ),
      ${giveBackTokens(
        value('mailsPerHour'),
        sql`(select * from matched where "testEndsAt" is null) as matched`,
        sql`select count(*) from entered`,
      )}
      select guess.network, ${sql.join(answered)}, "isSuspended" from guess left join entered using (address)
    `;
  });

const completeFree = completing(
  sql`${isFree('addresses', 'email', 'address')} and ${isFree('network_guesses', 'network', 'network')}
    and ${isFree('users', 'email_key', 'address')}`,
  matchedAmong(giveBackGuesses),
);

const completeOne = {
  short: completing(sql`true`, matchedAmong(giveBackGuesses)),
  long: completing(
    sql`true`,
    matchedAmong(
      sql`held as (select guess.* from guess join addresses a on a.email = guess.address for update of a)`,
    ),
  ),
  test: completing(sql`true`, matchedTest),
};

const givenOf = (
  { admitted, mailsPerHour }: OfInstance,
  completions: readonly Completion[],
) => ({
  admitted,
  mailsPerHour,
  given: JSON.stringify(
    completions.map((one) => ({
      ...one,
      // Once for all is enough.
      admitted: undefined,
      tokenHash: `\\x${one.tokenHash.toString('hex')}`,
    })),
  ),
});

const completeAlone = async (
  em: Executor,
  completion: Completion,
  kind: keyof typeof completeOne,
) => {
  const [row] = await completeOne[kind](em, givenOf(completion, [completion]));
  return row;
};

/** Who is admitted to the first one, and the budget, are those of all that travel together, since they are of one instance. */
const completeTogether = writtenTogether({
  keyOf: ({ network }: Completion) => network,
  lineOf: ({ address }) => address,
  all: async (em, completions) => {
    const [first] = completions;
    const rows = first ? await completeFree(em, givenOf(first, completions)) : [];
    return new Map(rows.map((row) => [row.network, row]));
  },
  one: async (em, completion) => completeAlone(em, completion, 'short'),
});

const signedInOf = (row: Completed | undefined): SignedIn | undefined =>
  row === undefined || row.id === null ? undefined : row;

/**
 * Gives a short guess back, ends the matched challenge if it is still there and alive, and with it all others of the address, makes
 * the user if there is none, and begins the session unless they are suspended: one statement, whose parts follow from one another.
 * Of any number of racers one gets the user and the others nothing, since a row is deleted once. The user's row is locked, so that
 * a suspension comes before or after, not between; so does a role, with which no test login signs in. The code's mails get their tokens
 * back. Short codes travel together.
 */
export const completeSignIn = async (
  em: Executor,
  completion: Completion,
  kind: Guess['kind'],
) =>
  signedInOf(
    await (kind === 'short'
      ? completeTogether(em, completion)
      : completeAlone(em, completion, kind)),
  );

/**
 * The same of a test login, as a part of the caller's transaction: those that travel together are committed by then. Its long code
 * ends no challenge, so that all racers who send it are signed in.
 */
export const completeTestSignIn = async (em: Executor, completion: Completion) =>
  signedInOf(
    await completeAlone(
      em,
      completion,
      completion.challengeId === null ? 'test' : 'short',
    ),
  );
