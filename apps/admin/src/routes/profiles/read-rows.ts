import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { given } from '../address.ts';
import { rememberedList } from './list-memory.ts';
import type { Profile } from './profile.ts';
import { replaceRows } from './row-cache.ts';
import { queryOf } from './search.ts';
import { loadedPages, pageSize } from './use-profile-list.ts';

/** The place where a page of the list begins, for each page that holds one of these profiles. */
function placesOf(ids: ReadonlySet<string>): (string | null)[] {
  const pages = loadedPages(rememberedList().search);
  return (
    pages?.pageParams.filter((_, index) =>
      pages.pages[index]?.data.profiles.some(({ id }) => ids.has(id)),
    ) ?? []
  );
}

/** A page of the list that was looked at last, with those in it that have left its state. */
async function readPage(cursor: string | null): Promise<Profile[]> {
  const { search } = rememberedList();
  const query = given({ ...queryOf(search), state: undefined, cursor: cursor ?? undefined });
  const options = trpc.profiles.search.queryOptions({ ...query, limit: pageSize });
  const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0 });
  return data.profiles;
}

async function readOne(username: string): Promise<Profile> {
  const options = trpc.profiles.inspect.queryOptions({ username });
  const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
  return data.profile;
}

/** What was read of it all; what failed is deleted, or is read another time: an act on it is checked by the service anyway. */
const settled = async <Result>(reading: Promise<Result>[]): Promise<Result[]> =>
  (await Promise.allSettled(reading)).flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );

/**
 * Reads these profiles as they are now, and puts them into the lists: by the pages that hold them, and one by one what has
 * left them.
 * @returns those that had changed
 */
export async function readRows(
  rows: readonly { id: string; label: string | null }[],
): Promise<Profile[]> {
  const ids = new Set(rows.map(({ id }) => id));
  const paged = (await settled(placesOf(ids).map(readPage))).flat();
  const found = new Set(paged.map(({ id }) => id));
  const missing = rows.flatMap(({ id, label }) => (found.has(id) || label === null ? [] : [label]));
  return replaceRows([...paged, ...(await settled(missing.map(readOne)))]);
}
