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

/** Newest first. */
export const searchOrder = keyset({
  name: 's',
  table: 'profiles',
  by: { position: 'integer' },
  descending: true,
});

/**
 * Whether the name or the text of a profile has the word in it, in any case. The index knows more of a profile than that: what it
 * finds is looked at once more.
 */
const hasWord = (word: string) => {
  const wanted = sql`fold_case(${`%${escapeLike(word)}%`})`;
  return sql`
    profile_text(profiles.username, profiles.about, profiles.socials, profiles.referral, profiles.owner_email) like ${wanted}
    and fold_case(profiles.username || e'\\n' || coalesce(profiles.about, '')) like ${wanted}
  `;
};

/** The index knows three letters or digits in a row. */
const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

type Searched = { words: readonly string[]; after: SortKey | undefined; limit: number };

/** Profiles that are not hidden and have all the words, newest first; `reached` where the search stopped before. */
export const findByWords = (em: Executor, { words, after, limit }: Searched) =>
  findProfiles(em, {
    order: searchOrder,
    within: [sql`not profiles.hidden`],
    conditions: () => [sql`not profiles.hidden`, ...words.map(hasWord)],
    isIndexed: words.some(hasTrigram),
    after,
    limit,
  });

/** The profiles of these ids that are not hidden now, newest first, and whose they are. */
export const readShown = preparedSql(
  (value: Value<{ ids: readonly string[] }>) => sql<ShownRow>`
    select ${sql.join(profileColumns.map((column) => sql.ref(column)))}, owner_id as "ownerId" from profiles
    where id = any(${value('ids')}::uuid[]) and not hidden order by position desc
  `,
);
