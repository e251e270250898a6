import {
  allRows,
  columnsOf,
  every,
  type Executor,
  hasRow,
  type KeyScope,
  type Role,
  type RowOf,
} from '@namecard/db';
import { sql } from 'kysely';
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

/** One key or all. Live keys first, each group newest first. */
export const readKeys = (
  em: Executor,
  { id, most }: { id?: string; most: number },
): Promise<KeyRow[]> =>
  allRows(em)<KeyRow>`
  select ${columnsOf('service_keys', columns)}, scopes, ${isLive} as "isLive",
    case when users.id is not null then json_build_object(
      'id', users.id, 'email', users.email, 'emailKey', users.email_key, 'role', users.role, 'isSuspended', ${isSuspended}
    ) end as maker
  from service_keys left join users on users.id = maker_id
  where ${every([id !== undefined && sql`service_keys.id = ${id}`])}
  order by ${isLive} desc, service_keys.created_at desc, service_keys.id desc limit ${most}
`;

/** Calls with the key and changes to the key run one by one. */
export const lockKeyToEnd = (em: Executor, id: string): Promise<boolean> =>
  hasRow(em)`
    select from service_keys where id = ${id} and ${isLive} for no key update
  `;
