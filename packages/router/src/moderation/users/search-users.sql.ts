import {
  type Condition,
  every,
  type Executor,
  type Keyset,
  keyset,
  type SortKey,
} from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Admins } from '../../access/viewer.sql.ts';
import { isAdminRow, isConfigured, isSuspended } from '../../access/users.sql.ts';
import { findInOrder } from '../../find-in-order.sql.ts';
import { duplicateIdentitiesOf } from '../duplicates.sql.ts';
import { anySpelling } from '../../profiles/text-condition.sql.ts';
import { foldWithAddress } from '../../search-folding.ts';
import type { SearchUsersInput, UserFilter } from './schemas.ts';

type Sort = z.infer<typeof SearchUsersInput>['sort'];

const byCreation = { table: 'users', by: { createdAt: 'instant', id: 'uuid' } } as const;

export const orders: Record<Sort, Keyset> = {
  newest: keyset({ ...byCreation, name: 'newest', descending: true }),
  oldest: keyset({ ...byCreation, name: 'oldest' }),
};

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

type Search = Omit<z.infer<typeof SearchUsersInput>, 'cursor'> &
  Admins & { after: SortKey | undefined };

/** `ADMIN_EMAILS` wins over the row's role. */
function hasRole(role: NonNullable<Search['role']>, { adminEmails }: Admins): Condition {
  return role === 'admin'
    ? isAdminRow(adminEmails)
    : sql`role = ${role} and not ${isConfigured(adminEmails)}`;
}

type Filter = z.infer<typeof UserFilter> & Admins;

const isInState = ({ state }: Pick<Filter, 'state'>): Condition =>
  every([
    // The index also has suspensions that have ended.
    state === 'suspended' && sql`suspended_at is not null and ${isSuspended}`,
    state === 'active' && sql`not ${isSuspended}`,
  ]);

const isMatch = (filter: Filter): Condition => {
  const { role, duplicateIdentities } = filter;
  const text = foldWithAddress(filter.text ?? '');
  return every([
    isInState(filter),
    text !== '' && holdsText(text),
    role && hasRole(role, filter),
    duplicateIdentities !== undefined &&
      sql`(${duplicateIdentitiesOf} <> '{}') = ${duplicateIdentities}::boolean`,
  ]);
};

/** Whether an index leads to few users. */
const canLookUp = ({ text, role }: Search): boolean =>
  isIndexed(foldWithAddress(text ?? '')) || (role !== undefined && role !== 'user');

/** Returns up to `limit` + 1 users. `reached` is set if the search stopped early. */
export const findUsers = (em: Executor, search: Search) =>
  findInOrder(em, {
    order: orders[search.sort],
    within: [isInState(search)],
    conditions: [isMatch(search)],
    isIndexed: canLookUp(search),
    after: search.after,
    limit: search.limit + 1,
  });

/** For profiles: the search finds their owners. */
export const isOwnedByMatching = (filter: Filter): Condition =>
  sql`profiles.owner_id in (select id from users where ${isMatch(filter)})`;
