import {
  allRows,
  columnsOf,
  every,
  type Executor,
  keyset,
  type RowOf,
  type SortKey,
} from '@namecard/db';
import { sql } from 'kysely';
import { isFailed } from './endpoints.sql.ts';

export const deliveryOrder = keyset({
  name: 'webhook-deliveries',
  table: 'webhook_deliveries',
  by: { number: 'integer' },
  descending: true,
});

export type DeliveryRow = RowOf<
  'webhook_deliveries',
  'state' | 'attempts' | 'outcome' | 'nextAt' | 'settledAt'
> & { number: number; sortKey: SortKey } & (
    | (RowOf<'changes', 'kind' | 'subjectId' | 'revision'> & {
        at: string;
      })
    | { kind: null; subjectId: null; revision: null; at: null }
  );

type Page = { id: string; failed: boolean; after?: SortKey | undefined; limit: number };

export function listDeliveries(em: Executor, { id, failed, after, limit }: Page) {
  const conditions = [
    sql`endpoint_id = ${id}`,
    failed && isFailed,
    ...deliveryOrder.isAfter(after),
  ];
  return allRows(em)<DeliveryRow>`
    select webhook_deliveries.number::float8 as number, state, attempts, outcome, next_at as "nextAt",
      settled_at as "settledAt", ${columnsOf('changes', ['kind', 'subjectId', 'revision', 'at'])},
      ${deliveryOrder.sortKey}
    from webhook_deliveries left join changes on changes.number = webhook_deliveries.number
    where ${every(conditions)} order by ${deliveryOrder.order} limit ${limit}
  `;
}
