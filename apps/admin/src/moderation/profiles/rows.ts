import { given } from '../../address.ts';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { lastList, loadedPages, pageSize, type Pages, type Profile } from './list.ts';
import { queryOf } from './search.ts';

const lists = trpc.profiles.search.infiniteQueryFilter();

/**
 * Puts newer versions of profiles into every list that shows them, each in the place where it is.
 * @returns those that were listed in another version before
 */
export function replaceRows(newer: readonly Profile[]): Profile[] {
  const byId = new Map(newer.map((profile) => [profile.id, profile]));
  const changed = new Map<string, Profile>();
  const replace = (profile: Profile): Profile => {
    const other = byId.get(profile.id);
    if (!other || other.revision === profile.revision) {
      return profile;
    }
    changed.set(other.id, other);
    return other;
  };
  queryClient.setQueriesData<Pages>(lists, (list) => {
    if (!list) {
      return list;
    }
    const pages = list.pages.map((page) => {
      const profiles = page.data.profiles.map(replace);
      const isSame = profiles.every((profile, index) => profile === page.data.profiles[index]);
      return isSame ? page : { data: { ...page.data, profiles } };
    });
    return { ...list, pages };
  });
  return [...changed.values()];
}

/** The profiles of every list, by id. */
export const listedRows = (): Map<string, Profile> =>
  new Map(
    queryClient
      .getQueriesData<Pages>(lists)
      .flatMap(([, list]) => list?.pages ?? [])
      .flatMap(({ data }) => data.profiles.map((profile) => [profile.id, profile] as const)),
  );

/** The cursor of each page of the last list that holds one of these profiles. */
function cursorsOf(ids: ReadonlySet<string>): (string | null)[] {
  const list = loadedPages(lastList.get().search);
  return (
    list?.pageParams.filter((_, index) =>
      list.pages[index]?.data.profiles.some(({ id }) => ids.has(id)),
    ) ?? []
  );
}

/** A page of the last list, with those in it that have left its state. */
async function readPage(cursor: string | null): Promise<Profile[]> {
  const { search } = lastList.get();
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

/** What failed is deleted, or is read another time: the service checks any action on it anyway. */
const fulfilled = async <Result>(reading: Promise<Result>[]): Promise<Result[]> =>
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
  const paged = (await fulfilled(cursorsOf(ids).map(readPage))).flat();
  const found = new Set(paged.map(({ id }) => id));
  const missing = rows.flatMap(({ id, label }) => (found.has(id) || label === null ? [] : [label]));
  return replaceRows([...paged, ...(await fulfilled(missing.map(readOne)))]);
}
