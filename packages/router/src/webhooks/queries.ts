import {
  columnsOf,
  type Database,
  every,
  type Executor,
  keyset,
  type SortKey,
  statements,
} from '@namecard/db';
import { type Selectable, sql } from 'kysely';
import { isSuspended } from '../access/queries.ts';

/** Endpoints that one count goes up to. */
const longestCount = 1_000;

/** Deliveries that one call has sent again. */
const longestResend = 10_000;

/** Tried in vain, as the index says it; what is being tried for the first time is not. */
const isFailed = sql`attempts > 0 and webhook_deliveries.state <> 'delivered' and outcome is not null`;

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

export type EndpointRow = Pick<
  Selectable<Database['webhook_endpoints']>,
  (typeof endpointColumns)[number]
> & { previousUntil: string | null; failed: number };

/** One endpoint or all, the oldest first. */
export async function readEndpoints(em: Executor, id?: string): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select ${columnsOf('webhook_endpoints', endpointColumns)},
      case when previous_until > current_instant() then previous_until end as "previousUntil",
      (
        select count(*)::int from (
          select from webhook_deliveries
          where endpoint_id = webhook_endpoints.id and ${isFailed}
          limit ${longestCount}
        ) counted
      ) as failed
    from webhook_endpoints where ${every(id === undefined ? [] : [sql`id = ${id}`])} order by created_at, id
  `.execute(statements(em));
  return rows;
}

/**
 * Locks the feed, so that endpoints are made one after another and nothing is numbered meanwhile, and returns the last number and how
 * many endpoints there are.
 */
export async function lockFeed(
  em: Executor,
): Promise<{ last: number; endpoints: number }> {
  const db = statements(em);
  const { last } = await db
    .selectFrom('change_feeds')
    .select(sql<number>`last_number::float8`.as('last'))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  // By a statement of its own: it sees what those made who held the lock before.
  const { endpoints } = await db
    .selectFrom('webhook_endpoints')
    .select(sql<number>`count(*)::int`.as('endpoints'))
    .executeTakeFirstOrThrow();
  return { last, endpoints };
}

/** Locks an endpoint, and returns whether there is one. */
export async function lockEndpoint(em: Executor, id: string): Promise<boolean> {
  const row = await statements(em)
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The instant until which a secret that is replaced now goes on to sign. */
export async function readEndOfPrevious(em: Executor): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select (current_instant() + interval '1 day')::text as at
  `.execute(statements(em));
  return rows[0]?.at ?? '';
}

/** Locks the endpoints whose secrets are sealed under another key than the current one, and returns their ids. */
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

/** Has what an endpoint did not accept sent again at once, for another day: one delivery, or the oldest. Returns how many. */
export async function requeueFailed(
  em: Executor,
  { id, number }: { id: string; number?: number | undefined },
): Promise<number> {
  const chosen = number === undefined ? [] : [sql`number = ${number}`];
  const { rows } = await sql`
    with failed as (
      select number from webhook_deliveries
      where ${every([sql`endpoint_id = ${id}`, isFailed, ...chosen])}
      order by number limit ${longestResend} for no key update
    )
    update webhook_deliveries d set state = 'waiting', attempts = 0, settled_at = null,
      due_since = current_instant(), next_at = current_instant()
    from failed where d.endpoint_id = ${id} and d.number = failed.number returning 1
  `.execute(statements(em));
  return rows.length;
}

/** Has an endpoint tried for another day, from now on, with what it is still to be told. */
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

/** The newest change first. */
export const deliveryOrder = keyset({
  name: 'webhook-deliveries',
  table: 'webhook_deliveries',
  by: { number: 'integer' },
  descending: true,
});

export type DeliveryRow = Pick<
  Selectable<Database['webhook_deliveries']>,
  'state' | 'attempts' | 'outcome' | 'nextAt' | 'settledAt'
> & { number: number; sortKey: SortKey } & (
    | (Pick<Selectable<Database['changes']>, 'kind' | 'subjectId' | 'revision'> & {
        at: string;
      })
    | { kind: null; subjectId: null; revision: null; at: null }
  );

type Page = { id: string; failed: boolean; after?: SortKey | undefined; limit: number };

/** What an endpoint was told, or is to be told. */
export async function listDeliveries(em: Executor, { id, failed, after, limit }: Page) {
  const conditions = [
    sql`endpoint_id = ${id}`,
    ...(failed ? [isFailed] : []),
    ...deliveryOrder.isAfter(after),
  ];
  const { rows } = await sql<DeliveryRow>`
    select webhook_deliveries.number::float8 as number, state, attempts, outcome, next_at as "nextAt",
      settled_at as "settledAt", ${columnsOf('changes', ['kind', 'subjectId', 'revision', 'at'])},
      ${deliveryOrder.sortKey}
    from webhook_deliveries left join changes on changes.number = webhook_deliveries.number
    where ${every(conditions)} order by ${deliveryOrder.order} limit ${limit}
  `.execute(statements(em));
  return rows;
}

/** An endpoint that was switched off: because it said that it is gone, or accepted nothing for a day. */
type SwitchedOff = { id: string; url: string; isGone: boolean };

/** Takes the endpoints that were switched off and whose admins are to be told now, for five minutes each. */
export async function claimMailDue(em: Executor): Promise<SwitchedOff[]> {
  const { rows } = await sql<SwitchedOff>`
    update webhook_endpoints set mail_due_at = current_instant() + interval '5 minutes'
    where state = 'failed' and mail_due_at <= current_instant()
    returning id, url, failing_since > current_instant() - interval '1 day' as "isGone"
  `.execute(statements(em));
  return rows;
}

/** Records that the admins were told. */
export const recordMailed = (em: Executor, id: string) =>
  statements(em)
    .updateTable('webhook_endpoints')
    .set({ mailDueAt: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute();

/** The addresses of those who are admins by their role. */
export async function readAdmins(em: Executor): Promise<string[]> {
  const rows = await statements(em)
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where(isSuspended, '=', false)
    .execute();
  return rows.map(({ email }) => email);
}
