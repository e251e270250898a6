import {
  type Condition,
  every,
  type Executor,
  type Keyset,
  keyset,
  type SortKey,
  statements,
} from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import { isAdminRow, isConfigured, isSuspended } from '../../access/users.sql.ts';
import { duplicateIdentitiesOf } from '../duplicates.sql.ts';
import { anySpelling } from '../../profiles/text-condition.sql.ts';
import type { SearchUsersInput } from './schemas.ts';

type Sort = z.infer<typeof SearchUsersInput>['sort'];

const byCreation = { table: 'users', by: { createdAt: 'instant', id: 'uuid' } } as const;

export const orders: Record<Sort, Keyset> = {
  newest: keyset({ ...byCreation, name: 'newest', descending: true }),
  oldest: keyset({ ...byCreation, name: 'oldest' }),
};

type Found = { id: string; sortKey: SortKey };

/** `reached` is the last scanned row, if there are more. */
type FoundUsers = { found: Found[]; reached: SortKey | undefined };

const holds = (pattern: string): Condition => sql`whole_text ~ ${pattern}`;

/** The index finds three letters or digits in a row, or a word's start. */
const findable = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

const beginsWord = /^[\p{L}\p{N}]/u;

/**
 * Looks for a folded text in address, username and identities. One or two letters must
 * begin one of them, because no index finds them elsewhere.
 */
function holdsText(text: string): Condition {
  const pattern = anySpelling(text);
  return findable.test(text) || !beginsWord.test(text)
    ? holds(pattern)
    : holds(String.raw`(^|\n)${pattern}`);
}

/** Whether the index finds rows with the text. */
const isIndexed = (text: string): boolean => findable.test(text) || beginsWord.test(text);

/** `text` is folded. */
type Search = Omit<z.infer<typeof SearchUsersInput>, 'cursor'> & {
  after: SortKey | undefined;
  /** The addresses in `ADMIN_EMAILS`. */
  configured: string[];
};

/** Rows of a scan. It finds frequent matches, and an index the rare ones. */
const scanned = 5_000;

/** `ADMIN_EMAILS` wins over the row's role. */
function hasRole(role: NonNullable<Search['role']>, configured: string[]): Condition {
  return role === 'admin'
    ? isAdminRow(configured)
    : sql`role = ${role} and not ${isConfigured(configured)}`;
}

type Filter = Pick<
  Search,
  'text' | 'state' | 'role' | 'duplicateIdentities' | 'configured'
>;

const isInState = ({ state }: Pick<Filter, 'state'>): Condition =>
  every([
    // The index also has suspensions that have ended.
    state === 'suspended' && sql`suspended_at is not null and ${isSuspended}`,
    state === 'active' && sql`not ${isSuspended}`,
  ]);

/** Conditions that the order's index covers. */
const inOrder = ({ state, sort, after }: Search): Condition =>
  every([...orders[sort].isAfter(after), isInState({ state })]);

/** The other conditions, checked row by row. */
const rowByRow = ({ text, role, duplicateIdentities, configured }: Filter): Condition =>
  every([
    text !== undefined && holdsText(text),
    role && hasRole(role, configured),
    duplicateIdentities !== undefined &&
      sql`(${duplicateIdentitiesOf} <> '{}') = ${duplicateIdentities}::boolean`,
  ]);

/** Scans the next chunk. `reached` is undefined after the last row. */
async function scan(em: Executor, search: Search): Promise<FoundUsers> {
  const { order, sortKey } = orders[search.sort];
  const { rows } = await sql<{
    id: string | null;
    sortKey: SortKey;
    reached: SortKey | null;
  }>`
    with chunk as materialized (
      select * from users where ${inOrder(search)} order by ${order} limit ${scanned}
    ),
    found as (
      select id, created_at, ${sortKey} from chunk users where ${rowByRow(search)}
      order by ${order} limit ${search.limit + 1}
    ),
    last as (select ${sortKey} from chunk users order by ${order} offset ${scanned - 1})
    select id, users."sortKey", (select "sortKey" from last) as reached
    from (select) anyway left join found users on true order by ${order}
  `.execute(statements(em));
  return {
    found: rows.flatMap((row) =>
      row.id === null ? [] : [{ id: row.id, sortKey: row.sortKey }],
    ),
    reached: rows[0]?.reached ?? undefined,
  };
}

/** Sorts last, or PostgreSQL would scan along the order. */
async function lookUp(em: Executor, search: Search): Promise<Found[]> {
  const { order, sortKey } = orders[search.sort];
  const { rows } = await sql<Found>`
    with matching as materialized (
      select id, created_at from users
      where ${inOrder(search)} and ${rowByRow(search)}
    )
    select id, ${sortKey} from matching users order by ${order} limit ${search.limit + 1}
  `.execute(statements(em));
  return rows;
}

/** Whether an index leads to few users. */
const canLookUp = ({ text, role }: Search): boolean =>
  (text !== undefined && isIndexed(text)) || (role !== undefined && role !== 'user');

/** How many chunks a search scans if no index helps. */
const mostChunks = 2;

/**
 * Returns up to `limit` + 1 users in order. Without an index it scans 10,000
 * rows, and `reached` is the last of them.
 */
export async function findUsers(em: Executor, search: Search): Promise<FoundUsers> {
  const found: Found[] = [];
  let { after } = search;
  for (let chunk = 1; chunk <= mostChunks; chunk += 1) {
    const next = await scan(em, { ...search, after });
    found.push(...next.found);
    if (!next.reached || found.length > search.limit) {
      return { found, reached: undefined };
    }
    if (canLookUp(search)) {
      return { found: await lookUp(em, search), reached: undefined };
    }
    after = next.reached;
  }
  return { found, reached: after };
}

/** For profiles: the search finds their owners. */
export const isOwnedByMatching = (filter: Filter): Condition =>
  sql`profiles.owner_id in (select id from users where ${every([isInState(filter), rowByRow(filter)])})`;
