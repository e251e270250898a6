import { type Language, preparedSql } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { isYounger, longMinutes, shortMinutes } from '../access/challenges.sql.ts';
import type { Device } from '../access/device.ts';
import { acceptsShortCodes } from '../access/guesses.sql.ts';

/** A code with less than this left is not mailed: it would be dead before it is read. */
export const leastMinutes = 2;

/**
 * A held mail whose long code has less than this left is dropped. Somebody who asks again meanwhile may be mailed nothing, because
 * of this mail: so it has to be of use for as long as that lasts.
 */
const leastMinutesHeld = 30;

/** What delivering a mail takes. Codes are derived from it, never kept in it. */
export type DueMail = Device & {
  id: string;
  /** Null for the product's own. */
  language: Language | null;
  attempts: number;
  /** Whether whoever it goes to has signed in before. */
  isKnown: boolean;
  /** The account's own spelling of the address, or the lower-case form. */
  to: string;
  address: string;
  challengeId: string;
  keyId: string;
  requestedAt: string;
  /** Whether short codes of this address are accepted, and alive for long enough to be read. */
  hasShort: boolean;
  shortEndsAt: string;
  longEndsAt: string;
};

const endOf = (minutes: number) =>
  sql`c.created_at + make_interval(mins => ${sql.lit(minutes)})`;

/** Whether a code that lives for so many minutes has enough of them left to be mailed. */
const isInTime = (minutes: number) => isYounger(sql.lit(minutes - leastMinutes));

export const dueMailColumns = (limits: Parameters<typeof acceptsShortCodes>[0]) => sql`
  o.id, o.attempts, o.has_account as "isKnown", o.recipient as address, o.challenge_id as "challengeId", c.key_id as "keyId",
  coalesce((select email from users where email_key = o.recipient), o.recipient) as "to",
  o.created_at as "requestedAt", o.browser, o.system, o.language,
  ${isInTime(shortMinutes)} and ${acceptsShortCodes(limits)} as "hasShort",
  ${endOf(shortMinutes)} as "shortEndsAt", ${endOf(longMinutes)} as "longEndsAt"
`;

/** The same of a held mail. */
export const isInTimeHeld = (now: RawBuilder<unknown>) =>
  sql`c.created_at >= ${now} - make_interval(mins => ${sql.lit(longMinutes - leastMinutesHeld)})`;

/**
 * Ends what waits for a challenge that is gone or about to end: nobody is mailed a dead code. A held mail ends sooner, and its
 * challenge with it if none of its mails has left. What others hold is left to the next time.
 */
export const expireMails = preparedSql(
  () => sql`
    with late as (
      select o.id, c.id as challenge_id, c.mails from outbox o join challenges c on c.id = o.challenge_id
      where o.state = 'queued' and o.held and not ${isInTimeHeld(sql`current_instant()`)}
      for update of o, c skip locked
    ),
    dead as (
      select o.id from outbox o where o.state = 'queued' and not exists (
        select from challenges c where c.id = o.challenge_id and ${isInTime(longMinutes)}
      )
      for update of o skip locked
    ),
    unmailed as (delete from challenges c using late where c.id = late.challenge_id and late.mails = 0)
    update outbox o set state = 'expired', held = false
    where o.id in (select id from late union all select id from dead)
  `,
);
