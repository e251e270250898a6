import { type Executor, firstRow } from '@namecard/db';

/** A person's email or a service key's name; undefined if there is neither. */
export const readName = (em: Executor, id: string) =>
  firstRow(em)<{ person: string | null; key: string | null }>`
    select email as person, null as key from users where id = ${id}::uuid
    union all
    select null, name from service_keys where id = ${id}::uuid
  `;
