import {
  addsAlone,
  columnsOf,
  type Executor,
  preparedSql,
  rowsOfJson,
  type Value,
  writtenTogether,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Guess } from '../access/codes.ts';
import type { Device } from '../access/device.ts';
import { giveBackGuess, type LiveChallenge, type ShortGuess } from '../access/guesses/queries.ts';
import {
  isSuspended,
  isYounger,
  longMinutes,
  userColumns,
  type UserRow,
} from '../access/queries.ts';
import { isAdmitted } from '../access/sign-ups/queries.ts';

/** Who asks for a mail: keyed hashes of their network and of its allocation; null where nobody's mail is held. */
export type Requester = { network: string | null; allocation: string | null };

type NewMail = Device & {
  address: string;
  most: number;
  challengeId: string;
  keyId: string;
  mailId: string;
} & Requester;

const columnsOfNewMail = [
  ['address', 'text'],
  ['most', 'int'],
  ['challengeId', 'uuid'],
  ['keyId', 'text'],
  ['mailId', 'uuid'],
  ['browser', 'text'],
  ['system', 'text'],
  ['network', 'text'],
  ['allocation', 'text'],
] as const satisfies [keyof NewMail, string][];

const queueOne = preparedSql(
  (value: Value<NewMail>) =>
    sql`select from queue_mail(${sql.join(columnsOfNewMail.map(([name]) => value(name)))})`,
);

/** In the order of their addresses, which each locks: two that queue mails to the same new addresses wait for one another once. */
const queueFree = preparedSql(
  (value: Value<{ given: string }>) => sql<Pick<NewMail, 'address'>>`
    with given as (${rowsOfJson(
      value('given'),
      sql.join(columnsOfNewMail.map(([name, type]) => sql.raw(`"${name}" ${type}`))),
    )}),
    free as materialized (
      select email from addresses join given on email = address for no key update of addresses skip locked
    )
    select address, queue_mail(${sql.join(columnsOfNewMail.map(([name]) => sql.raw(`"${name}"`)))})
    from given
    where address in (select email from free)
      or not exists (select from addresses where email = address) and ${addsAlone('addresses', sql`address`)}
    order by address
  `,
);

/**
 * Queues a mail with the address's codes, or nothing where one that was mailed lately will do. `most` are mails with the codes of one
 * challenge. Those who ask for the same address at the same time wait for one another.
 */
export const queueMail = writtenTogether({
  keyOf: ({ address }: NewMail) => address,
  all: async (em, mails) => {
    const rows = await queueFree(em, { given: JSON.stringify(mails) });
    return new Map(rows.map((row) => [row.address, row]));
  },
  one: async (em, mail) => {
    await queueOne(em, mail);
    return mail;
  },
});

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
    challengeId: string;
    /** Minutes that a code of the kind that was sent lives. */
    minutes: number;
    userId: string;
    sessionId: string;
    tokenHash: Buffer;
    /** Who may sign up; null is everybody. */
    admitted: string[] | null;
    /** When the test login ends whose code it was; null where it was the code of a mail. */
    testEndsAt: string | null;
  };

/**
 * Sessions that are kept of an account. A sign-in deletes those beyond: first those that have ended, then those used least
 * recently. Of two sign-ins at the same moment one may not see the other's session; the next one puts that right.
 */
const mostSessions = 100;

type SignedIn = UserRow & { isSuspended: boolean };

/** No test login outlives its end, or is that of a moderator or an admin. */
const mayTest = (endsAt: RawBuilder<string | null>) => sql`(
  ${endsAt}::timestamptz is null or current_instant() < ${endsAt}::timestamptz
    and not exists (select from users u where u.email_key = c.email and u.role <> 'user')
)`;

/** @param held locks the address's row as `held`, with its `email`: that puts racers in a line */
const completing = (held: (value: Value<Completion>) => RawBuilder<unknown>) =>
  preparedSql((value: Value<Completion>) => {
    // Nobody's sessions are looked for where the user is new: a small table would be read whole, twice.
    const isKnown = sql`(select id from signed_in) <> ${value('userId')}::uuid`;
    return sql<SignedIn>`
      with ${held(value)},
      matched as (
        delete from challenges c using held
        where c.email = held.email and c.id = ${value('challengeId')}::uuid
          and ${isYounger(sql<number>`${value('minutes')}::int`)}
          and ${isAdmitted(sql`c.email`, value('admitted'))} and ${mayTest(value('testEndsAt'))}
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
        returning ${columnsOf('users', userColumns)}, ${isSuspended} as "isSuspended",
          (${value('testEndsAt')}::timestamptz is null or role = 'user') as "mayBegin"
      ),
      begun as (
        insert into sessions (id, user_id, token_hash, browser, system)
        select ${value('sessionId')}::uuid, id, ${value('tokenHash')}::bytea, ${value('browser')}::text,
          ${value('system')}::text
        from signed_in where not "isSuspended" and "mayBegin"
      ),
      beyond as (
        delete from sessions where id = any(array(
          select id from sessions where user_id = (select id from signed_in) and ${isKnown}
          order by ended_at is null desc, last_used_at desc, id desc offset ${sql.lit(mostSessions - 1)}
        )) and ${isKnown}
      )
      select * from signed_in where "mayBegin"
    `;
  });

const completingShort = completing(giveBackGuess);

const completingLong = completing(
  (value) =>
    sql`held as (select email from addresses where email = ${value('address')} for update)`,
);

/**
 * Gives a short guess back, ends the matched challenge if it is still there and alive, and with it all others of the address, makes
 * the user if there is none, and begins the session unless they are suspended: one statement, whose parts follow from one another.
 * Of any number of racers one gets the user and the others nothing, since a row is deleted once. The user's row is locked, so that
 * a suspension comes before or after, not between; so does a role, with which no test login signs in.
 */
export async function completeSignIn(
  em: Executor,
  completion: Completion,
  kind: Guess['kind'],
): Promise<SignedIn | undefined> {
  const complete = kind === 'short' ? completingShort : completingLong;
  const [row] = await complete(em, completion);
  return row;
}
