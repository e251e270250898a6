import {
  every,
  type Executor,
  keyset,
  type RowOf,
  type SortKey,
  statements,
} from '@namecard/db';
import { sql } from 'kysely';

export const waitingOrder = keyset({
  name: 'waiting',
  table: 'acts',
  by: { askedAt: 'instant', id: 'uuid' },
  descending: true,
});

export type WaitingRow = RowOf<
  'waiting_acts',
  'id' | 'askedAt' | 'kind' | 'cards' | 'reason' | 'note' | 'privateNote'
> & { askedBy: string; email: string; sortKey: SortKey };

/** @param askedBy only acts of this person; null for everybody's */
export async function findWaiting(
  em: Executor,
  askedBy: string | null,
  { after, limit }: { after: SortKey | undefined; limit: number },
): Promise<WaitingRow[]> {
  const conditions = [
    sql`acts.state = 'waiting'`,
    askedBy !== null && sql`acts.asked_by = ${askedBy}`,
    ...waitingOrder.isAfter(after),
  ];
  const { rows } = await sql<WaitingRow>`
    select acts.id, acts.asked_by as "askedBy", users.email, acts.asked_at as "askedAt", acts.kind, acts.cards, acts.reason,
      acts.note, acts.private_note as "privateNote", ${waitingOrder.sortKey}
    from waiting_acts acts join users on users.id = acts.asked_by
    where ${every(conditions)} order by ${waitingOrder.order} limit ${limit}
  `.execute(statements(em));
  return rows;
}

/** Locks the act until the transaction ends. Returns false without one. */
export async function lockWaiting(em: Executor, id: string): Promise<boolean> {
  const row = await statements(em)
    .selectFrom('waiting_acts')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function readDecider(
  em: Executor,
  id: string | null,
): Promise<string | null> {
  const row = await statements(em)
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.email ?? null;
}
