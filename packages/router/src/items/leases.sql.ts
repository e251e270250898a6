import { preparedSql, type Value } from '@namecard/db';
import { sql } from 'kysely';

/** Frees all items that a person has leased. */
export const freeLeases = preparedSql(
  (value: Value<{ person: string }>) => sql`
    update items set leased_by = null where leased_by = ${value('person')}::uuid and closed_at is null
  `,
);
