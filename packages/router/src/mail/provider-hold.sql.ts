import {
  type Executor,
  onlyRow,
  preparedRow,
  preparedSql,
  statements,
} from '@namecard/db';
import type { Delivery, MisconfiguredReason, RefusedReason } from '@namecard/email';
import { sql } from 'kysely';
import { isYounger, longMinutes } from '../access/challenges.sql.ts';
import type { Final } from './keep-mail.sql.ts';
import { leastMinutes } from './mails.sql.ts';

/** Refusals that may be about us. Those of one recipient are never among them. */
const alike = { message_invalid: true, message_rejected: true } satisfies Partial<
  Record<RefusedReason, true>
>;

/** Refusals that only a person can end. A greeting may succeed in a moment. */
const ours = {
  credentials_rejected: true,
  sender_unconfirmed: true,
  account_restricted: true,
  api_not_found: true,
  connection_insecure: true,
} satisfies Record<Exclude<MisconfiguredReason, 'greeting_refused'>, true>;

export const heldReasons = { ...alike, ...ours };

export const mayConcernUs = (reason: string): boolean => Object.hasOwn(alike, reason);

export const holds = (reason: string): boolean => Object.hasOwn(heldReasons, reason);

/** Whether the last outcome of mail `o` is one of these. */
export const among = (reasons: object) =>
  sql`o.outcome in (${sql.join(Object.keys(reasons).map((reason) => sql.lit(reason)))})`;

/** Mails that wait because the provider refuses everybody's. */
export const isHeldByProvider = sql`o.state = 'queued' and ${among(heldReasons)}`;

const fiveMinutesAgo = sql`current_instant() - interval '5 minutes'`;

/** Queues refused mails again. Tells whether mails are held. */
const holdRefused = preparedRow(
  () => sql<{ isOn: boolean }>`
    with again as (
      update outbox o set state = 'queued', next_at = current_instant() + interval '1 minute'
      where o.state = 'refused' and ${among(alike)} and o.created_at > current_instant() - interval '65 minutes'
        and exists (
          select from challenges c where c.id = o.challenge_id
            and ${isYounger(sql.lit(longMinutes - leastMinutes))}
        )
        and (
          exists (select from outbox o where ${isHeldByProvider})
          or exists (
            select from outbox o
            where o.state = 'refused' and ${among(alike)} and o.has_account
              and o.created_at > current_instant() - interval '65 minutes' and o.next_at > ${fiveMinutesAgo}
            group by o.outcome having count(distinct split_part(o.recipient, '@', 2)) >= 3
          ) and not exists (
            select from outbox where created_at > current_instant() - interval '65 minutes' and sent_at > ${fiveMinutesAgo}
          )
        )
      returning o.id
    )
    select exists (select from again) or exists (select from outbox o where ${isHeldByProvider}) as "isOn"
  `,
);

/**
 * Whether a mail waits because the provider refuses everybody: within five minutes it
 * accepted no mail, and refused members of three domains alike. Only people who have
 * signed in before count, so that nobody trips it by asking for dead addresses.
 */
export async function isHeld(em: Executor, delivery: Delivery | Final): Promise<boolean> {
  if (delivery.outcome !== 'refused' || !mayConcernUs(delivery.reason)) return false;
  return (await holdRefused(em))?.isOn === true;
}

/**
 * How a mail beside the outbox ended. `failed`: it did not leave, or the provider refuses
 * everybody. `unanswered`: the provider may have taken it.
 */
export async function endOf(
  em: Executor,
  delivery: Delivery | Final,
): Promise<Final | 'failed' | 'unanswered'> {
  if (delivery.outcome === 'sent') return delivery;
  if (delivery.outcome === 'refused') {
    return (await isHeld(em, delivery)) ? 'failed' : delivery;
  }
  return delivery.reason === 'unanswered' ? 'unanswered' : 'failed';
}

/** Makes all held mails due, after the provider accepted one. */
export const endHold = preparedSql(
  () => sql`
    update outbox o set outcome = null, next_at = current_instant() where ${isHeldByProvider}
  `,
);

/** Any number. All instances must use the same. */
const probeLock = 6_262_538;

/**
 * Locks the minute's probe until the transaction ends. `none`: no mail is held.
 * `taken`: another probe began less than a minute ago.
 */
export async function lockProbe(em: Executor): Promise<'none' | 'taken' | 'free'> {
  await sql`select pg_advisory_xact_lock(${sql.lit(probeLock)})`.execute(statements(em));
  const { held, waiting } = await onlyRow(em)<{ held: number; waiting: number }>`
    select count(*)::int as held,
      count(*) filter (where next_at > current_instant())::int as waiting
    from outbox o where ${isHeldByProvider}
  `;
  if (held === 0) return 'none';
  return waiting > 0 ? 'taken' : 'free';
}

/** Lets the other held mails wait for the next probe. */
export const postponeHeld = preparedSql(
  () => sql`
    update outbox o set next_at = current_instant() + interval '1 minute'
    where ${isHeldByProvider} and o.next_at <= current_instant()
  `,
);
