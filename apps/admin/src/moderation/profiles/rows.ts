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
 * Puts newer versions of profiles into all lists, without moving rows.
 * @returns the newer versions, of listed profiles only
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

export function showChanged(profiles: readonly Profile[], hidden: boolean): void {
  noteJudged(
    profiles.map(({ id }) => id),
    true,
  );
  noteVersions(profiles.map((profile) => ({ ...profile, hidden, isHeld: false })));
}

/** Shows profiles as they were loaded: their change failed or was taken back. */
export function showAsRead(profiles: readonly Profile[]): void {
  noteJudged(
    profiles.map(({ id }) => id),
    false,
  );
  noteVersions(profiles);
}

/** Shows a successful change. Each change increases the seen revision by one. */
export function showDone(profiles: readonly Profile[], hidden: boolean): void {
  noteVersions(
    profiles
      .filter(({ id, revision }) => latestRevision(id) <= revision)
      .map((profile) => ({
        ...profile,
        hidden,
        isHeld: false,
        revision: profile.revision + 1,
      })),
  );
}

/** Cursors of the last list's pages that contain any of these profiles. */
function cursorsOf(ids: ReadonlySet<string>): (string | null)[] {
  const list = loadedPages(lastList.get());
  return (
    list?.pageParams.filter((_, index) =>
      list.pages[index]?.data.profiles.some(({ id }) => ids.has(id)),
    ) ?? []
  );
}

/**
 * Loads a page of the last list again, without the list's filter by state. A
 * changed profile may no longer match that filter.
 */
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

/**
 * Leaves out failed loads: the profile may be deleted. An old row does no harm,
 * because the service checks each action.
 */
const fulfilled = async <Result>(reading: Promise<Result>[]): Promise<Result[]> =>
  (await Promise.allSettled(reading)).flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );

/**
 * Loads listed profiles again and puts them into their rows. Uses the pages of
 * the last list, or single requests for profiles on none of them.
 * @returns the profiles that have changed
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
