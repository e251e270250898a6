import { type Language, preparedSql } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { isYounger, longMinutes, shortMinutes } from '../access/challenges.sql.ts';
import type { Device } from '../access/device.ts';
import { acceptsShortCodes } from '../access/guesses.sql.ts';

/** A code with fewer minutes left is not mailed. */
export const leastMinutes = 2;

/** A held mail with fewer minutes left is dropped. It may block newer mails. */
const leastMinutesHeld = 30;

/** Codes are derived at delivery and never stored. */
export type DueMail = Device & {
  id: string;
  /** Null for the product's language. */
  language: Language | null;
  attempts: number;
  /** The address as the account spells it, or in lower case. */
  to: string;
  address: string;
  challengeId: string;
  keyId: string;
  requestedAt: string;
  /** Short codes of the address are accepted, and this one lives long enough. */
  hasShort: boolean;
  shortEndsAt: string;
  longEndsAt: string;
};

const endOf = (minutes: number) =>
  sql`c.created_at + make_interval(mins => ${sql.lit(minutes)})`;

/** Whether a code of so many minutes has enough of them left to be mailed. */
const isInTime = (minutes: number) => isYounger(sql.lit(minutes - leastMinutes));

export const dueMailColumns = (limits: Parameters<typeof acceptsShortCodes>[0]) => sql`
  o.id, o.attempts, o.recipient as address, o.challenge_id as "challengeId", c.key_id as "keyId",
  coalesce((select email from users where email_key = o.recipient), o.recipient) as "to",
  o.created_at as "requestedAt", o.browser, o.system, o.language,
  ${isInTime(shortMinutes)} and ${acceptsShortCodes(limits)} as "hasShort",
  ${endOf(shortMinutes)} as "shortEndsAt", ${endOf(longMinutes)} as "longEndsAt"
`;

/** Whether a held mail's code has enough minutes left. */
export const isInTimeHeld = (now: RawBuilder<unknown>) =>
  sql`c.created_at >= ${now} - make_interval(mins => ${sql.lit(longMinutes - leastMinutesHeld)})`;

/**
 * Expires mails whose challenge is gone or ends soon, held mails earlier. Deletes
 * challenges of held mails of which no mail has left, and turns that waited too long.
 * Skips locked rows.
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
    ended as (
      select id from mail_turns where state = 'waiting' and ends_at < current_instant() for update skip locked
    ),
    dropped as (delete from mail_turns t using ended where t.id = ended.id),
    unmailed as (delete from challenges c using late where c.id = late.challenge_id and late.mails = 0)
    update outbox o set state = 'expired', held = false
    where o.id in (select id from late union all select id from dead)
  `,
);
