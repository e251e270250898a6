import {
  escapeLike,
  type Executor,
  keyset,
  preparedSql,
  type SortKey,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { findProfiles } from './find-profiles.sql.ts';
import { profileColumns, type ShownRow } from './profiles.sql.ts';

export const searchOrder = keyset({
  name: 's',
  table: 'profiles',
  by: { position: 'integer' },
  descending: true,
});

/** Whether the username or the about text contains the word, in any case. */
const hasWord = (word: string) =>
  sql`shown_text(profiles.username, profiles.about) like fold_case(${`%${escapeLike(word)}%`})`;

/** The index needs three letters or digits in a row. */
const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

type Searched = { words: readonly string[]; after: SortKey | undefined; limit: number };

/** Visible profiles only. `reached` is set if the search stopped early. */
export const findByWords = (em: Executor, { words, after, limit }: Searched) =>
  findProfiles(em, {
    order: searchOrder,
    within: [sql`not profiles.hidden`],
    conditions: () => [sql`not profiles.hidden`, ...words.map(hasWord)],
    isIndexed: words.some(hasTrigram),
    after,
    limit,
  });

/** Reads the profiles with these ids that are visible now, newest first. */
export const readShown = preparedSql(
  (value: Value<{ ids: readonly string[] }>) => sql<ShownRow>`
    select ${sql.join(profileColumns.map((column) => sql.ref(column)))}, owner_id as "ownerId" from profiles
    where id = any(${value('ids')}::uuid[]) and not hidden order by position desc
  `,
);
