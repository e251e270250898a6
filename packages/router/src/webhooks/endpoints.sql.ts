import {
  allRows,
  columnsOf,
  every,
  type Executor,
  hasRow,
  onlyRow,
  type RowOf,
  statements,
} from '@namecard/db';
import { sql } from 'kysely';

/** Failed deliveries are counted up to this number. */
const longestCount = 1_000;

/** Failed at least once. Must match the index. A first try does not count. */
export const isFailed = sql`attempts > 0 and webhook_deliveries.state <> 'delivered' and outcome is not null`;

const endpointColumns = [
  'id',
  'url',
  'kinds',
  'state',
  'keyId',
  'createdAt',
  'acceptedAt',
  'failingSince',
] as const;

export type EndpointRow = RowOf<'webhook_endpoints', (typeof endpointColumns)[number]> & {
  previousUntil: string | null;
  failed: number;
};

/** Reads one endpoint or all, the oldest first. */
export const readEndpoints = (em: Executor, id?: string): Promise<EndpointRow[]> =>
  allRows(em)<EndpointRow>`
    select ${columnsOf('webhook_endpoints', endpointColumns)},
      case when previous_until > current_instant() then previous_until end as "previousUntil",
      (
        select count(*)::int from (
          select from webhook_deliveries
          where endpoint_id = webhook_endpoints.id and ${isFailed}
          limit ${longestCount}
        ) counted
      ) as failed
    from webhook_endpoints where ${every([id !== undefined && sql`id = ${id}`])} order by created_at, id
  `;

/**
 * Locks the feed: endpoints are created one by one, and nobody numbers changes.
 * Returns the last number and how many endpoints there are.
 */
export async function lockFeed(
  em: Executor,
): Promise<{ last: number; endpoints: number }> {
  const db = statements(em);
  // Above `read committed` a lock alone does not show what was created before it.
  const { last } = await db
    .updateTable('change_feeds')
    .set({ lastNumber: sql`last_number` })
    .returning(sql<number>`last_number::float8`.as('last'))
    .executeTakeFirstOrThrow();
  // A statement of its own sees what earlier holders of the lock created.
  const { endpoints } = await db
    .selectFrom('webhook_endpoints')
    .select(sql<number>`count(*)::int`.as('endpoints'))
    .executeTakeFirstOrThrow();
  return { last, endpoints };
}

export const lockEndpoint = (em: Executor, id: string): Promise<boolean> =>
  hasRow(em)`select from webhook_endpoints where id = ${id} for update`;

/** Until when a secret that is replaced now also signs. */
export async function readEndOfPrevious(em: Executor): Promise<string> {
  const { at } = await onlyRow(em)<{ at: string }>`
    select (current_instant() + interval '1 day')::text as at
  `;
  return at;
}

/** Returns the endpoints whose secrets are sealed under another key. */
export async function lockSealedUnderOthers(
  em: Executor,
  keyId: string,
): Promise<string[]> {
  const rows = await statements(em)
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('keyId', '<>', keyId)
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives waiting deliveries another day of tries from now on. */
export const restartWaiting = (em: Executor, id: string) =>
  statements(em)
    .updateTable('webhook_deliveries')
    .set({
      dueSince: sql<string>`current_instant()`,
      nextAt: sql<string>`current_instant()`,
    })
    .where('endpointId', '=', id)
    .where('state', '=', 'waiting')
    .execute();
