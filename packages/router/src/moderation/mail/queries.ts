import {
  columnsOf,
  type Condition,
  type Database,
  every,
  type Executor,
  keyset,
  type SortKey,
  statements,
} from '@namecard/db';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { isYounger, longMinutes } from '../../access/queries.ts';
import type { Moderator } from '../../access/service.ts';
import { leastMinutes } from '../../mail/queries.ts';
import type { ListDeliveriesInput } from './schemas.ts';

const columns = [
  'id',
  'recipient',
  'state',
  'outcome',
  'event',
  'eventAt',
  'attempts',
  'nextAt',
  'createdAt',
  'sentAt',
  'messageId',
] as const;

export type DeliveryRow = Pick<
  Selectable<Database['outbox']>,
  (typeof columns)[number]
> & {
  sortKey: SortKey;
};

/** Newest first. */
export const deliveryOrder = keyset({
  name: 'deliveries',
  table: 'outbox',
  by: { createdAt: 'instant', id: 'uuid' },
  descending: true,
});

type Input = z.infer<typeof ListDeliveriesInput>;

/** As the indexes of waiting and of failed mail say it. */
const isIn: Record<NonNullable<Input['state']>, Condition> = {
  waiting: sql`state = 'queued'`,
  // What was refused because the address was suppressed is settled once that was cleared.
  failed: sql`(state in ('refused', 'expired') or event in ('bounced', 'complained', 'suppressed'))
    and event is distinct from 'reactivated' and created_at >= current_instant() - interval '7 days'`,
};

export type DeliveryPage = Pick<Input, 'address' | 'state' | 'limit'> & {
  after?: SortKey;
};

/** The mails to one address (in lower case) or to all, in one state or in any, that come after a key. */
export async function listDeliveries(
  em: Executor,
  { address, state, after, limit }: DeliveryPage,
): Promise<DeliveryRow[]> {
  const conditions = [
    ...(address === undefined ? [] : [sql`recipient = ${address}`]),
    ...(state === undefined ? [] : [isIn[state]]),
    ...deliveryOrder.isAfter(after),
  ];
  const { rows } = await sql<DeliveryRow>`
    select ${columnsOf('outbox', columns)}, ${deliveryOrder.sortKey} from outbox
    where ${every(conditions)} order by ${deliveryOrder.order} limit ${limit}
  `.execute(statements(em));
  return rows;
}

/** Whoever has an address (in lower case). */
export const findUser = (em: Executor, address: string) =>
  statements(em)
    .selectFrom('users')
    .select(['id', 'email'])
    .where('emailKey', '=', address)
    .executeTakeFirst();

/**
 * Locks an address (in lower case), which need not be known yet, against whoever asks for a mail to it. Before its user, as where
 * they are erased.
 */
export const lockAddress = (em: Executor, address: string) =>
  sql`
    insert into addresses (email, asked_at) values (${address}, current_instant())
    on conflict (email) do update set asked_at = addresses.asked_at
  `.execute(statements(em));

/** Locks an address (in lower case) if an operator suppressed it. */
export const lockSuppressed = (em: Executor, address: string) =>
  sql`select from addresses where email = ${address} and suppressed_at is not null for update`.execute(
    statements(em),
  );

/** Locks the mails that wait for an address (in lower case), and returns their ids. */
export async function lockWaiting(em: Executor, address: string): Promise<string[]> {
  const rows = await statements(em)
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', address)
    .where('state', '=', 'queued')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Whether no mail reaches an address (in lower case): an operator has none leave, or the provider delivers none, as far as it has
 * said, by the newest of its refusing, suppressing after a bounce or a complaint, forgetting that, or taking a mail.
 */
export async function isSuppressed(em: Executor, address: string): Promise<boolean> {
  const { rows } = await sql<{ suppressed: boolean }>`
    with mails as (
      select * from outbox where recipient = ${address} order by created_at desc limit 100
    ),
    reports as (
      select sent_at as at, false as suppressed from mails where state = 'sent'
      union all
      select created_at, true from mails
      where outcome = 'recipient_inactive' and event is distinct from 'reactivated'
      union all
      select event_at, event <> 'reactivated' from mails
      where event in ('suppressed', 'complained', 'reactivated')
    )
    select exists (select from addresses where email = ${address} and suppressed_at is not null)
      or coalesce((select suppressed from reports order by at desc, suppressed desc limit 1), false) as suppressed
  `.execute(statements(em));
  return rows[0]?.suppressed ?? false;
}

/** Mails tried again at once, at most: each is a line of the history. */
const mostRetried = 1_000;

/** A mail that was refused, and whoever has its address. */
export type RefusedMail = { id: string; recipient: string; userId: string | null };

/**
 * Locks the mails that a provider refused and whose codes live for long enough to be read, the newest first, or of those the one
 * of an id. What the settings or an operator keep from leaving is none of them. Addresses are locked before their mails, as where
 * one is suppressed.
 */
export async function lockRefused(
  em: Executor,
  id: string | undefined,
): Promise<RefusedMail[]> {
  const { rows } = await sql<RefusedMail>`
    select o.id, o.recipient, u.id as "userId"
    from outbox o join challenges c on c.id = o.challenge_id join addresses a on a.email = c.email
      left join users u on u.email_key = o.recipient
    where o.state = 'refused' and a.suppressed_at is null and o.outcome <> 'not_admitted'
      and o.id = coalesce(${id ?? null}::uuid, o.id) and ${isYounger(sql.lit(longMinutes - leastMinutes))}
    order by o.created_at desc limit ${mostRetried} for share of a for no key update of o
  `.execute(statements(em));
  return rows;
}

/** Whoever acted and whoever has the address, as far as they have not been erased meanwhile; kept from it by locks. */
export async function lockConcerned(
  em: Executor,
  actor: Pick<Moderator, 'id'>,
  address: string,
) {
  const rows = await statements(em)
    .selectFrom('users')
    .select(['id', 'emailKey'])
    .where((where) =>
      where.or([sql<boolean>`id = ${actor.id}::uuid`, where('emailKey', '=', address)]),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
  return {
    actorId: rows.find(({ id }) => id === actor.id)?.id ?? null,
    user: rows.find(({ emailKey }) => emailKey === address),
  };
}
