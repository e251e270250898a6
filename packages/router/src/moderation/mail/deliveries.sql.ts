import {
  allRows,
  columnsOf,
  type Condition,
  every,
  type Executor,
  keyset,
  type RowOf,
  type SortKey,
} from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
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
  'challengeId',
  'letter',
] as const;

export type DeliveryRow = RowOf<'outbox', (typeof columns)[number]> & {
  sortKey: SortKey;
};

export const deliveryOrder = keyset({
  name: 'deliveries',
  table: 'outbox',
  by: { createdAt: 'instant', id: 'uuid' },
  descending: true,
});

type Input = z.infer<typeof ListDeliveriesInput>;

/** Written as in the indexes of waiting and failed mail. */
const isIn: Record<NonNullable<Input['state']>, Condition> = {
  waiting: sql`state = 'queued'`,
  // Refusals of a suppressed address are settled once it is cleared.
  failed: sql`(state in ('refused', 'expired') or event in ('bounced', 'complained', 'suppressed'))
    and event is distinct from 'reactivated' and created_at >= current_instant() - interval '7 days'`,
};

export type DeliveryPage = Pick<Input, 'address' | 'state' | 'limit'> & {
  after?: SortKey | undefined;
};

/** `address` is in lower case. */
export function listDeliveries(
  em: Executor,
  { address, state, after, limit }: DeliveryPage,
): Promise<DeliveryRow[]> {
  const conditions = [
    address !== undefined && sql`recipient = ${address}`,
    state && isIn[state],
    ...deliveryOrder.isAfter(after),
  ];
  return allRows(em)<DeliveryRow>`
    select ${columnsOf('outbox', columns)}, ${deliveryOrder.sortKey} from outbox
    where ${every(conditions)} order by ${deliveryOrder.order} limit ${limit}
  `;
}
