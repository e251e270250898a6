import {
  batchedWrite,
  columnsOf,
  type Executor,
  isFree,
  preparedSql,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { isYounger, longMinutes } from '../access/challenges.sql.ts';
import type { Guess } from '../access/typed-code.ts';
import type { Device } from '../access/device.ts';
import type { LiveChallenge, ShortGuess } from '../access/guesses.sql.ts';
import { isAdmitted } from '../access/sign-ups.sql.ts';
import { userColumns, type UserRow } from '../access/users.sql.ts';
import type { Settings } from '../context.ts';
import { giveBackTokens } from '../mail/budget/budget.sql.ts';

/** The challenges of the address whose long codes live. Writes nothing, counts nothing. */
export const liveChallenges = preparedSql(
  (value: Value<{ address: string }>) => sql<LiveChallenge>`
    select c.id, c.key_id as "keyId" from challenges c
    where c.email = ${value('address')} and ${isYounger(sql.lit(longMinutes))}
  `,
);

/** A code that was right, and what is made when it is exchanged. */
export type Completion = Device &
  ShortGuess & {
    /** The address as it was typed. A new user keeps it. */
    email: string;
    kind: Guess['kind'];
    /** Null for a test login's long code, which belongs to no challenge. */
    challengeId: string | null;
    /** Minutes that a code of its kind lives. */
    minutes: number;
    userId: string;
    sessionId: string;
    /** In PostgreSQL's hexadecimal form. */
    tokenHash: string;
    /** Who may sign up. */
    admitted: string[];
    /** The rate of the mail budget, to which the code's mails give their tokens back. */
    mailsPerHour: Settings['mailsPerHour'];
    /** When the test login and its session end; null for the code of a mail. */
    testEndsAt: string | null;
  };

type SignedIn = UserRow & { isSuspended: boolean };

/** A sign-in by the network that it came from. `id` is null if nobody is signed in. */
type Completed = { network: string } & (SignedIn | { id: null });

const complete = batchedWrite<Completion, Completed>({
  columns: `
    address text, ip text, network text, "wrongPerAddress" int, "wrongPerIp" int, email text, kind text,
    "challengeId" uuid, minutes int, "userId" uuid, "sessionId" uuid, "tokenHash" bytea, browser text, system text,
    admitted text[], "mailsPerHour" int, "testEndsAt" timestamptz
  `,
  isFree: sql`
    ${isFree('addresses', 'email', 'address')} and ${isFree('network_guesses', 'network', 'network')}
    and ${isFree('users', 'email_key', 'address')}
  `,
  parts: [
    sql`completed as materialized (
      select chosen.*, done.account, done.is_suspended
      from chosen cross join lateral complete_sign_in(
        address, ip, network, "wrongPerAddress", "wrongPerIp", email, kind = 'short', "challengeId", minutes,
        ${isAdmitted(sql`address`, sql`admitted`)}, "testEndsAt", "userId", "sessionId", "tokenHash", browser, system
      ) done
    )`,
    giveBackTokens(
      sql`(select max("mailsPerHour") from chosen)`,
      sql`(select "challengeId" from completed where (account).id is not null and "testEndsAt" is null) matched`,
    ),
  ],
  statement: sql`
    select network, ${columnsOf('users', userColumns)}, is_suspended as "isSuspended"
    from completed cross join lateral (select (completed.account).*) users
  `,
  keyOf: ({ network }) => network,
  keyOfRow: ({ network }) => network,
  lineOf: ({ address }) => address,
});

const signedInOf = (row: Completed | undefined): SignedIn | undefined =>
  row === undefined || row.id === null ? undefined : row;

/** Exchanges a code for its user and a session (`complete_sign_in.sql`). Of any number of racers one gets the user. */
export const completeSignIn = async (em: Executor, completion: Completion) =>
  signedInOf(await complete.together(em, completion));

/** The same as a part of the caller's transaction. */
export const completeSignInAlone = async (em: Executor, completion: Completion) =>
  signedInOf(await complete.alone(em, completion));
