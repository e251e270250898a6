import {
  columnsOf,
  type Executor,
  type KeyScope,
  type Role,
  type RowOf,
  statements,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { isLive } from '../../access/service-keys.sql.ts';
import { isSuspended } from '../../access/users.sql.ts';

const columns = [
  'id',
  'name',
  'makerKind',
  'createdAt',
  'lastUsedAt',
  'endsAt',
  'endedAt',
] as const;

export type KeyRow = RowOf<'service_keys', (typeof columns)[number]> & {
  scopes: KeyScope[];
  isLive: boolean;
  /** Null if an operator created it. */
  maker: {
    id: string;
    email: string;
    emailKey: string;
    role: Role;
    isSuspended: boolean;
  } | null;
};

const keysWhere = (which: RawBuilder<unknown>, most: number) => sql<KeyRow>`
  select ${columnsOf('service_keys', columns)}, scopes, ${isLive} as "isLive",
    case when users.id is not null then json_build_object(
      'id', users.id, 'email', users.email, 'emailKey', users.email_key, 'role', users.role, 'isSuspended', ${isSuspended}
    ) end as maker
  from service_keys left join users on users.id = maker_id
  where ${which} order by ${isLive} desc, service_keys.created_at desc, service_keys.id desc limit ${most}
`;

/** Live keys first, each group newest first. */
export async function readKeys(em: Executor, most: number): Promise<KeyRow[]> {
  const { rows } = await keysWhere(sql`true`, most).execute(statements(em));
  return rows;
}

export async function readKey(em: Executor, id: string): Promise<KeyRow | undefined> {
  const { rows } = await keysWhere(sql`service_keys.id = ${id}`, 1).execute(
    statements(em),
  );
  return rows[0];
}

/** Calls with the key and changes to the key run one by one. */
export async function lockKeyToEnd(em: Executor, id: string): Promise<boolean> {
  const row = await statements(em)
    .selectFrom('service_keys')
    .select('id')
    .where('id', '=', id)
    .where(isLive)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
