import {
  columnsOf,
  every,
  type Executor,
  isPublicCard,
  keyset,
  preparedSql,
  type RowOf,
  type SortKey,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import {
  profileColumns,
  type ProfileRow,
  shownColumns,
  type ShownRow,
} from './profiles.sql.ts';

type OwnedRow = ProfileRow & { held: boolean; isPublic: boolean };

const ownedPage = preparedSql(
  (value: Value<{ ownerId: string; limit: number; skipped: number }>) => sql<OwnedRow>`
    select ${columnsOf('profiles', [...profileColumns, 'held'])}, ${isPublicCard} as "isPublic" from profiles
    where owner_id = ${value('ownerId')} order by position desc limit ${value('limit')} offset ${value('skipped')}
  `,
);

export const listOwned = (
  em: Executor,
  ownerId: string,
  { page, limit }: { page: number; limit: number },
): Promise<OwnedRow[]> => ownedPage(em, { ownerId, limit, skipped: (page - 1) * limit });

export const walkOrder = keyset({
  name: 'p',
  table: 'profiles',
  by: { position: 'integer' },
});

type WalkedRow = ShownRow & RowOf<'profiles', 'id'> & { sortKey: SortKey };

const walkPage = preparedSql(
  (value: Value<{ position: string; limit: number }>) => sql<WalkedRow>`
    select ${columnsOf('profiles', ['id', ...shownColumns])}, ${walkOrder.sortKey} from profiles
    where not hidden and ${every(walkOrder.isAfter([value('position')]))}
    order by ${walkOrder.order} limit ${value('limit')}
  `,
);

type WalkRequest = { after: SortKey | undefined; limit: number };

/** Visible profiles only, oldest first. Positions start at 1. */
export const readAfter = (em: Executor, { after, limit }: WalkRequest) =>
  walkPage(em, { position: after?.[0] ?? '0', limit });
