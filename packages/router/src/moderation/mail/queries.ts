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
import type { Moderator } from '../../access/service.ts';
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

export type DeliveryRow = Pick<Selectable<Database['outbox']>, (typeof columns)[number]> & {
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

export type DeliveryPage = Pick<Input, 'address' | 'state' | 'limit'> & { after?: SortKey };

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
 * Whether the provider delivers nothing to an address (in lower case), as far as it has said: by the newest of its refusing,
 * suppressing after a bounce or a complaint, forgetting that, or taking a mail.
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
    select suppressed from reports order by at desc, suppressed desc limit 1
  `.execute(statements(em));
  return rows[0]?.suppressed ?? false;
}

/** Whoever acted and whoever has the address, as far as they have not been erased meanwhile; kept from it by locks. */
export async function lockConcerned(em: Executor, actor: Pick<Moderator, 'id'>, address: string) {
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
