import {
  batchedWrite,
  columnsOf,
  type Executor,
  type Language,
  lockIfFree,
  preparedSql,
  type SessionKind,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { bannedUntil } from '../access/bans.sql.ts';
import { isYounger, longMinutes } from '../access/challenges.sql.ts';
import type { Guess } from '../access/typed-code.ts';
import type { Device } from '../access/device.ts';
import type { LiveChallenge, ShortGuess } from '../access/guesses.sql.ts';
import { isAdmitted } from '../access/sign-ups.sql.ts';
import { userColumns, type UserRow } from '../access/users.sql.ts';
import type { Settings } from '../context.ts';
import { giveBackTokens } from '../mail/budget/budget.sql.ts';

/** Reads challenges with valid long codes. Counts nothing. */
export const liveChallenges = preparedSql(
  (value: Value<{ address: string }>) => sql<LiveChallenge>`
    select c.id, c.key_id as "keyId" from challenges c
    where c.email = ${value('address')} and ${isYounger(sql.lit(longMinutes))}
  `,
);

export type RightCode = ShortGuess & {
  /** The address as typed. A new user keeps this spelling. */
  email: string;
  kind: Guess['kind'];
  /** Null for a test login's code. It belongs to no challenge. */
  challengeId: string | null;
  /** How long a code of this kind is valid. */
  minutes: number;
  /** The addresses and mail domains that may sign up. */
  admitted: string[];
  /** The mail budget's rate. It gets the bucket tokens of the address's turns back. */
  mailsPerHour: Settings['mailsPerHour'];
  /** When the test login and its session end; null for the code of a mail. */
  testEndsAt: string | null;
};

type NewSession = Device & {
  /** Of a ban of the address, which may have none. Null for configured admins. */
  banHash: string | null;
  /** Null if we have none of the browser's languages. */
  language: Language | null;
  userId: string;
  sessionId: string;
  /** In PostgreSQL's hexadecimal form. */
  tokenHash: string;
  sessionKind: SessionKind;
};

export type Completion = RightCode & NewSession;

/** An appeal spends the code and creates nothing, so it does not ask who may sign up. */
type Exchange = RightCode & ((NewSession & { appeals: false }) | { appeals: true });

type SignedIn = UserRow & { isSuspended: boolean };

/**
 * `id` is null if there is no user. Then `isSuspended` is null too, except after
 * an appeal.
 */
type Completed = {
  network: string;
  heldUntil: string | null;
  bannedUntil: string | null;
} & (SignedIn | { id: null; isSuspended: false | null });

const complete = batchedWrite<Exchange, Completed>({
  columns: `
    address text, ip text, network text, "wrongPerAddress" int, "wrongPerIp" int, email text, kind text,
    "challengeId" uuid, minutes int, "userId" uuid, "sessionId" uuid, "tokenHash" bytea, "sessionKind" text, browser text, system text,
    language text, "banHash" text, admitted text[], "mailsPerHour" int, "testEndsAt" timestamptz, appeals boolean
  `,
  lockIfFree: sql`
    ${lockIfFree('addresses', 'email', 'address')} and ${lockIfFree('network_guesses', 'network', 'network')}
    and ${lockIfFree('users', 'email_key', 'address')}
  `,
  parts: [
    sql`completed as materialized (
      select chosen.*, done.account, done.is_suspended, held.until as held_until, held.banned_until
      from chosen
      cross join lateral (
        select held_until(address, has.id) as until, case when has.id is null then ${bannedUntil(sql`"banHash"`)} end as banned_until
        from (select (select id from users where email_key = address) as id) has offset 0
      ) held
      cross join lateral complete_sign_in(
        address, ip, network, "wrongPerAddress", "wrongPerIp", email, kind = 'short', "challengeId", minutes,
        appeals or ${isAdmitted(sql`address`, sql`admitted`)} and held.until is null and held.banned_until is null, appeals, "testEndsAt", "userId", "sessionId", "tokenHash", "sessionKind",
        browser, system, language
      ) done
    )`,
    giveBackTokens(
      sql`(select max("mailsPerHour") from chosen)`,
      sql`(select address from completed where (account).id is not null and "testEndsAt" is null) signed_in`,
    ),
  ],
  statement: sql`
    select network, ${columnsOf('users', userColumns)}, is_suspended as "isSuspended",
      held_until as "heldUntil", banned_until as "bannedUntil"
    from completed cross join lateral (select (completed.account).*) users
  `,
  keyOf: ({ network }) => network,
  keyOfRow: ({ network }) => network,
  lineOf: ({ address }) => address,
});

/**
 * Nobody signs up at an address that another account may come back to, or whose suspended
 * account was erased. One that has come back by a second move signs in.
 */
export type Refused = { heldUntil: string } | { bannedUntil: string };

function signedInOf(row: Completed | undefined): SignedIn | Refused | undefined {
  if (row === undefined || row.id !== null) {
    return row;
  }
  const { heldUntil, bannedUntil: end } = row;
  if (heldUntil !== null) {
    return { heldUntil };
  }
  return end === null ? undefined : { bannedUntil: end };
}

/**
 * Creates a session, once even in a race (`complete_sign_in.sql`).
 * @param how `alone` in the caller's transaction
 */
export const completeSignIn = async (
  em: Executor,
  completion: Completion,
  how: 'together' | 'alone' = 'together',
) => signedInOf(await complete[how](em, { ...completion, appeals: false }));

/** The account of somebody who has proven an address. */
export type Proven = { id: string; isSuspended: boolean };

/**
 * Spends a code and locks its account, in the caller's transaction. Null if the
 * address has no account; undefined if the code was already spent.
 */
export async function spendForAppeal(
  em: Executor,
  code: RightCode,
): Promise<Proven | null | undefined> {
  const row = await complete.alone(em, { ...code, appeals: true });
  if (row === undefined || row.isSuspended === null) {
    return undefined;
  }
  return row.id === null ? null : { id: row.id, isSuspended: row.isSuspended };
}
