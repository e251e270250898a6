import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** Those of these owners of whom an action has hidden a card, which nobody has undone. */
export async function findOwnersOfHidden(
  em: Executor,
  action: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct user_id as id from audit_events
    where action_id = ${action} and type = 'profile.hidden' and undone_by is null and user_id = any(${ids}::uuid[])
  `.execute(statements(em));
  return new Set(rows.map(({ id }) => id));
}
