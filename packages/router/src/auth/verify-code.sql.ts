import {
  batchedWrite,
  columnsOf,
  type Executor,
  isFree,
  type Language,
  preparedSql,
  type SessionKind,
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

/** A code that was right. */
export type RightCode = ShortGuess & {
  /** The address as it was typed. A new user keeps it. */
  email: string;
  kind: Guess['kind'];
  /** Null for a test login's long code, which belongs to no challenge. */
  challengeId: string | null;
  /** Minutes that a code of its kind lives. */
  minutes: number;
  /** Who may sign up. */
  admitted: string[];
  /** The rate of the mail budget, to which the code's mails give their tokens back. */
  mailsPerHour: Settings['mailsPerHour'];
  /** When the test login and its session end; null for the code of a mail. */
  testEndsAt: string | null;
};

/** What is made when a code is exchanged for a session. */
type NewSession = Device & {
  /** Of whoever signs in; null where they name none of ours. */
  language: Language | null;
  userId: string;
  sessionId: string;
  /** In PostgreSQL's hexadecimal form. */
  tokenHash: string;
  sessionKind: SessionKind;
};

export type Completion = RightCode & NewSession;

/** An appeal spends the code, and makes nothing. */
const nothing = {
  userId: null,
  sessionId: null,
  tokenHash: null,
  sessionKind: null,
  browser: null,
  system: null,
  language: null,
} satisfies Record<keyof NewSession, null>;

type Exchange = RightCode &
  ((NewSession & { appeals: false }) | (typeof nothing & { appeals: true }));

type SignedIn = UserRow & { isSuspended: boolean };

/**
 * An exchange by the network that it came from. `id` is null if there is no such user; then `isSuspended` is null too, unless an
 * appeal has spent the code.
 */
type Completed = { network: string } & (
  | SignedIn
  | { id: null; isSuspended: false | null }
);

const complete = batchedWrite<Exchange, Completed>({
  columns: `
    address text, ip text, network text, "wrongPerAddress" int, "wrongPerIp" int, email text, kind text,
    "challengeId" uuid, minutes int, "userId" uuid, "sessionId" uuid, "tokenHash" bytea, "sessionKind" text, browser text, system text,
    language text, admitted text[], "mailsPerHour" int, "testEndsAt" timestamptz, appeals boolean
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
        ${isAdmitted(sql`address`, sql`admitted`)}, appeals, "testEndsAt", "userId", "sessionId", "tokenHash", "sessionKind",
        browser, system, language
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
  signedInOf(await complete.together(em, { ...completion, appeals: false }));

/** The same as a part of the caller's transaction. */
export const completeSignInAlone = async (em: Executor, completion: Completion) =>
  signedInOf(await complete.alone(em, { ...completion, appeals: false }));

/**
 * Spends a code for an appeal, as a part of the caller's transaction. Returns who has the address, locked, and null for nobody;
 * undefined where the code was spent already.
 */
export async function spendForAppeal(
  em: Executor,
  code: RightCode,
): Promise<{ id: string; isSuspended: boolean } | null | undefined> {
  const row = await complete.alone(em, { ...code, ...nothing, appeals: true });
  if (row === undefined || row.isSuspended === null) {
    return undefined;
  }
  return row.id === null ? null : { id: row.id, isSuspended: row.isSuspended };
}
