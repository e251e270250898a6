import { given } from '../../address.ts';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { lastList, loadedPages, pageSize, type Pages } from './list.ts';
import type { Profile } from './profile.ts';
import { latest, latestRevision, noteJudged, noteVersions } from './progress.ts';
import { queryOf } from './search.ts';

const lists = trpc.moderation.profiles.search.infiniteQueryFilter();

const allRows = (): Profile[] =>
  queryClient
    .getQueriesData<Pages>(lists)
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ data }) => data.profiles.map(latest));

export const listedRows = (): Map<string, Profile> =>
  new Map(allRows().map((profile) => [profile.id, profile]));

/**
 * Puts newer versions of profiles into every list that shows them, without moving a row.
 * @returns the profiles that were listed in another version
 */
export function replaceRows(newer: readonly Profile[]): Profile[] {
  const byId = new Map(newer.map((profile) => [profile.id, profile]));
  const changed = new Map<string, Profile>();
  for (const { id, revision } of allRows()) {
    const other = byId.get(id);
    if (other && other.revision > revision) {
      changed.set(id, other);
    }
  }
  noteVersions([...changed.values()]);
  return [...changed.values()];
}

/** Shows a change of this tab before the service has answered. */
export function showChanged(profiles: readonly Profile[], hidden: boolean): void {
  noteJudged(
    profiles.map(({ id }) => id),
    true,
  );
  noteVersions(profiles.map((profile) => ({ ...profile, hidden })));
}

/** Shows profiles as they were read, after all. */
export function showAsRead(profiles: readonly Profile[]): void {
  noteJudged(
    profiles.map(({ id }) => id),
    false,
  );
  noteVersions(profiles);
}

/** Shows that a change was done to a profile that was seen at a revision: each change makes the next. */
export function showDone(profiles: readonly Profile[], hidden: boolean): void {
  noteVersions(
    profiles
      .filter(({ id, revision }) => latestRevision(id) <= revision)
      .map((profile) => ({ ...profile, hidden, revision: profile.revision + 1 })),
  );
}

/** The cursors of those pages of the last list that hold any of these profiles. */
function cursorsOf(ids: ReadonlySet<string>): (string | null)[] {
  const list = loadedPages(lastList.get());
  return (
    list?.pageParams.filter((_, index) =>
      list.pages[index]?.data.profiles.some(({ id }) => ids.has(id)),
    ) ?? []
  );
}

/** Reads a page of the last list again, including profiles that have left its state. */
async function readPage(cursor: string | null): Promise<Profile[]> {
  const search = lastList.get();
  const query = given({
    ...queryOf(search),
    state: undefined,
    cursor: cursor ?? undefined,
  });
  const options = trpc.moderation.profiles.search.queryOptions({
    ...query,
    limit: pageSize,
  });
  const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0 });
  return data.profiles;
}

async function readOne(username: string): Promise<Profile> {
  const options = trpc.moderation.profiles.inspect.queryOptions({ username });
  const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
  return data.profile;
}

/** Leaves out what failed to load: it is deleted, or read another time, and the service checks any action on it. */
const fulfilled = async <Result>(reading: Promise<Result>[]): Promise<Result[]> =>
  (await Promise.allSettled(reading)).flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );

/**
 * Reads those of these profiles that are listed again and puts them in their place: by the pages of the last list, one by one
 * where none of those holds them.
 * @returns the profiles that had changed
 */
export async function readRows(
  rows: readonly { id: string; label: string | null }[],
): Promise<Profile[]> {
  const ids = new Set(rows.map(({ id }) => id));
  const paged = (await fulfilled(cursorsOf(ids).map(readPage))).flat();
  const found = new Set(paged.map(({ id }) => id));
  const listed = listedRows();
  const missing = rows.flatMap(({ id, label }) =>
    found.has(id) || label === null || !listed.has(id) ? [] : [label],
  );
  return replaceRows([...paged, ...(await fulfilled(missing.map(readOne)))]);
}
