import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** A person's email or a service key's name; undefined if there is neither. */
export async function readName(
  em: Executor,
  id: string,
): Promise<{ person: string | null; key: string | null } | undefined> {
  const { rows } = await sql<{ person: string | null; key: string | null }>`
    select email as person, null as key from users where id = ${id}::uuid
    union all
    select null, name from service_keys where id = ${id}::uuid
  `.execute(statements(em));
  return rows[0];
}
