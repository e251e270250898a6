import { type mailEvents, statements } from '@namecard/db';
import { sql } from 'kysely';
import type { Device } from '../access/device.ts';
import {
  acceptsShortCodes,
  type GuessLimits,
  isYounger,
  longMinutes,
  shortMinutes,
} from '../access/queries.ts';
import type { EntityManager, Settings } from '../context.ts';
import { isBelow } from '../queries.ts';

type BudgetSettings = Pick<Settings, 'mailsPerHour'>;

/** A code with less than this left is not mailed: it would be dead before it is read. */
const leastMinutes = 2;

/** Seconds for which a claimed mail is one worker's; then, if it crashed, another takes it up. */
const leaseSeconds = 30;

/** What delivering a mail takes. Codes are derived from it, never kept in it. */
export type DueMail = Device & {
  id: string;
  attempts: number;
  /** The account's own spelling of the address, or the lower-case form. */
  to: string;
  address: string;
  challengeId: string;
  keyId: string;
  requestedAt: string;
  /** Whether short codes of this address are accepted, and alive for long enough to be read. */
  hasShort: boolean;
  shortMinutesLeft: number;
  longMinutesLeft: number;
};

const minutesLeft = (minutes: number) =>
  sql`floor(extract(epoch from c.created_at + make_interval(mins => ${minutes}) - current_instant()) / 60)::int`;

const dueMailColumns = (limits: GuessLimits) => sql`
  o.id, o.attempts, o.recipient as address, o.challenge_id as "challengeId", c.key_id as "keyId",
  coalesce((select email from users where email_key = o.recipient), o.recipient) as "to",
  o.created_at as "requestedAt", o.browser, o.system,
  ${isYounger(shortMinutes - leastMinutes)} and ${acceptsShortCodes(limits)} as "hasShort",
  ${minutesLeft(shortMinutes)} as "shortMinutesLeft", ${minutesLeft(longMinutes)} as "longMinutesLeft"
`;

const nothing = sql``;

/**
 * The hour's budget of first mails to addresses that never signed in, as parts of claiming one: who may be chosen, taking one
 * of the budget, and whether that was had. Without a budget nothing is counted: each claim would wait for the one before.
 */
function budgetOf({ mailsPerHour }: BudgetSettings) {
  if (mailsPerHour === 0) {
    return { isLeft: nothing, spend: nothing, isSpent: nothing };
  }
  return {
    // What is over the budget must not stand in the way of what has been paid for.
    isLeft: sql`and (o.known or o.attempts > 0 or ${isBelow('mails_to_unknown', mailsPerHour)})`,
    spend: sql`, spent as (
      insert into hourly_counts as h (counter, hour, count)
      select 'mails_to_unknown', date_trunc('hour', current_instant()), 1 from chosen
      where not chosen.known and chosen.attempts = 0
      on conflict (counter, hour) do update set count = h.count + 1
        where h.count < ${mailsPerHour}::int
      returning h.count
    )`,
    isSpent: sql`and (chosen.known or chosen.attempts > 0 or exists (select from spent))`,
  };
}

/**
 * Takes the mail that is due next, those to people who have signed in first, for `leaseSeconds`: no other worker is given
 * it meanwhile. Never one of a key that only other instances have, never one whose challenge is
 * gone or about to end, and never a first mail to an address that never signed in when the hour's budget is used up.
 */
export async function claimMail(
  em: EntityManager,
  settings: GuessLimits & BudgetSettings,
  keyIds: string[],
): Promise<DueMail | undefined> {
  const { isLeft, spend, isSpent } = budgetOf(settings);
  const { rows } = await sql<DueMail>`
    with chosen as (
      select o.id, o.known, o.attempts from outbox o join challenges c on c.id = o.challenge_id
      where o.state = 'queued' and o.next_at <= current_instant() and c.key_id = any(${keyIds})
        and ${isYounger(longMinutes - leastMinutes)} ${isLeft}
      order by o.known desc, o.next_at
      for update of o skip locked limit 1
    ) ${spend}
    update outbox o
    set attempts = o.attempts + 1, next_at = current_instant() + make_interval(secs => ${leaseSeconds})
    from chosen, challenges c, addresses a
    where o.id = chosen.id and c.id = o.challenge_id and a.email = c.email ${isSpent}
    returning ${dueMailColumns(settings)}
  `.execute(statements(em));
  return rows[0];
}

/** Makes a claimed mail due again that nobody began to deliver. */
export async function giveBackMail(em: EntityManager, id: string): Promise<void> {
  await statements(em)
    .updateTable('outbox')
    .set({ attempts: sql`attempts - 1`, next_at: sql`current_instant()` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** Whether mail to addresses that never signed in waits for the next hour. */
export async function isBudgetSpent(em: EntityManager, mailsPerHour: number): Promise<boolean> {
  const { rows } = await sql<{ spent: boolean }>`
    select not ${isBelow('mails_to_unknown', mailsPerHour)} as spent
  `.execute(statements(em));
  return rows[0]?.spent ?? false;
}

/** Ends what waits for a challenge that is gone or about to end: nobody is mailed a dead code. */
export async function expireMails(em: EntityManager): Promise<void> {
  await sql`
    update outbox o set state = 'expired' where o.state = 'queued' and not exists (
      select from challenges c where c.id = o.challenge_id and ${isYounger(longMinutes - leastMinutes)}
    )
  `.execute(statements(em));
}

/** Records that the provider took the mail, under its own id for it. */
export async function recordSent(em: EntityManager, id: string, messageId: string): Promise<void> {
  await statements(em)
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: sql`current_instant()`, message_id: messageId, outcome: null })
    .where('id', '=', id)
    .execute();
}

/** Records that the provider will never take the mail. */
export async function recordRefused(em: EntityManager, id: string, outcome: string): Promise<void> {
  await statements(em)
    .updateTable('outbox')
    .set({ state: 'refused', outcome })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** Records why the mail did not leave, and tries it again after so many seconds. */
export async function recordRetry(
  em: EntityManager,
  id: string,
  outcome: string,
  seconds: number,
): Promise<void> {
  await statements(em)
    .updateTable('outbox')
    .set({
      outcome,
      next_at: sql`current_instant() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** The newest mails that were delivered and whose codes can still be derived, newest first. */
export async function deliveredMails(em: EntityManager, limits: GuessLimits): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select ${dueMailColumns(limits)}
    from outbox o join challenges c on c.id = o.challenge_id join addresses a on a.email = c.email
    where o.state = 'sent' and ${isYounger(longMinutes)}
    order by o.created_at desc, o.id desc limit 50
  `.execute(statements(em));
  return rows;
}

/** Keeps what the provider says later of a mail it had taken; the newest counts. False where it is no mail of ours. */
export async function recordMailEvent(
  em: EntityManager,
  messageId: string,
  event: (typeof mailEvents)[number],
): Promise<boolean> {
  const row = await statements(em)
    .updateTable('outbox')
    .set({ event, event_at: sql`current_instant()` })
    .where('message_id', '=', messageId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
