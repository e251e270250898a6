import {
  columnsOf,
  type Executor,
  keyset,
  preparedSql,
  type SortKey,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { findInOrder } from '../find-in-order.sql.ts';
import { shownColumns, type ShownRow } from './profiles.sql.ts';
import {
  anySpelling,
  holdsTerm,
  isTermIndexed,
  shownText,
  type TextTerm,
} from './text-condition.sql.ts';

export const searchOrder = keyset({
  name: 's',
  table: 'profiles',
  by: { position: 'integer' },
  descending: true,
});

/** Members find no lookalikes: their words mean what they say. */
const termOf = (word: string): TextTerm => ({
  pattern: anySpelling(word),
  isExcluded: false,
});

type Searched = { words: readonly string[]; after: SortKey | undefined; limit: number };

/**
 * Visible profiles only. The words are folded. `reached` is set if the search stopped
 * early.
 */
export function findByWords(em: Executor, { words, after, limit }: Searched) {
  const terms = words.map(termOf);
  return findInOrder(em, {
    order: searchOrder,
    within: [sql`not profiles.hidden`],
    conditions: [
      sql`not profiles.hidden`,
      ...terms.map((term) => holdsTerm(shownText, term)),
    ],
    isIndexed: terms.some(isTermIndexed),
    after,
    limit,
  });
}

/** Reads the profiles with these ids that are visible now, newest first. */
export const readShown = preparedSql(
  (value: Value<{ ids: readonly string[] }>) => sql<ShownRow>`
    select ${columnsOf('profiles', shownColumns)} from profiles
    where id = any(${value('ids')}::uuid[]) and not hidden order by position desc
  `,
);
