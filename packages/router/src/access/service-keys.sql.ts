import {
  type Executor,
  type KeyScope,
  preparedRow,
  preparedSql,
  type Role,
  type RowOf,
  statements,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { isSuspended } from './users.sql.ts';

/** Minutes between two writes of a key's last use. */
const touchMinutes = 5;

/** Whether a row of `service_keys` has not ended. Ignores its creator's role. */
export const isLive = sql<boolean>`ended_at is null and current_instant() < ends_at`;

const isUntouched = sql<boolean>`
  coalesce(last_used_at < current_instant() - make_interval(mins => ${sql.lit(touchMinutes)}), true)
`;

type KeyRow = RowOf<'service_keys', 'id' | 'makerId'> & {
  scopes: KeyScope[];
  isUntouched: boolean;
  /** The creator's address and role; null if an operator created the key. */
  maker: { emailKey: string; role: Role } | null;
};

/** Finds the live service key of a token. Ignores keys of suspended users. */
export const findLiveKey = preparedRow(
  (value: Value<{ tokenHash: Buffer }>) => sql<KeyRow>`
    select service_keys.id, maker_id as "makerId", scopes, ${isUntouched} as "isUntouched",
      case when maker_kind = 'user' then json_build_object('emailKey', users.email_key, 'role', users.role) end as maker
    from service_keys left join users on users.id = maker_id
    where token_hash = ${value('tokenHash')} and ${isLive}
      and (maker_kind = 'operator' or not ${isSuspended})
  `,
);

/** Records the key's use, unless another request has just done so. */
export const touchKey = preparedSql(
  (value: Value<{ id: string }>) => sql`
    update service_keys set last_used_at = current_instant() where id = ${value('id')} and ${isUntouched}
  `,
);

/** Keeps a key valid until the transaction ends. Returns false if it ended. */
export async function lockLiveKey(em: Executor, id: string): Promise<boolean> {
  const row = await statements(em)
    .selectFrom('service_keys')
    .select('id')
    .where('id', '=', id)
    .where(isLive)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** For a user who lost the role of admin. Getting it back restores no key. */
export const endKeysOf = (em: Executor, makerId: string) =>
  statements(em)
    .updateTable('service_keys')
    .set({ endedAt: sql<string>`current_instant()` })
    .where('makerId', '=', makerId)
    .where(isLive)
    .execute();
