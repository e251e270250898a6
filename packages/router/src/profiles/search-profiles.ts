import type { Caller } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { pageOf, sortKeyOf } from '../cursor.ts';
import { invalidField } from '../errors.ts';
import { inSnapshot } from '../transaction.ts';
import type { Input } from './input.ts';
import { foldForSearch } from '../search-folding.ts';
import { findByWords, readShown, searchOrder } from './search-profiles.sql.ts';
import { viewFor } from './view.ts';

/** A search with more words is refused. */
const mostWords = 8;

/**
 * Visible profiles with all words, newest first. Ignores words that show nothing. Fails
 * with `INPUT_INVALID`.
 */
export async function searchProfiles(
  deps: Deps,
  actor: Caller,
  { text, cursor, limit }: Input<'SearchProfilesInput'>,
) {
  const after = sortKeyOf(searchOrder, cursor);
  // U+FEFF shows nothing, but JavaScript takes it for a blank.
  const words = text
    .split(/[^\S\ufeff]+/u)
    .map(foldForSearch)
    .filter((word) => word.trim() !== '');
  if (words.length > mostWords) {
    throw invalidField('text', `Must have at most ${mostWords} words.`);
  }
  return inSnapshot(deps, async ({ em }) => {
    const { found, reached } = await findByWords(em, {
      words,
      after,
      limit: limit + 1,
    });
    const { page, nextCursor } = pageOf(searchOrder, found, limit, reached);
    const rows = await readShown(em, { ids: page.map(({ id }) => id) });
    const view = viewFor(actor, deps.settings);
    return { data: { profiles: rows.map((row) => view(row)), nextCursor } };
  });
}
