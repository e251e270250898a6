import type { InfiniteData } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import type { Profile } from './profile.ts';

type Pages = InfiniteData<inferOutput<typeof trpc.profiles.search>>;

/** The most that one call gives. */
const most = 100;

/**
 * Puts newer versions of profiles into every list that shows them, each in the place where it is.
 * @returns the ids of those that were listed in another version before
 */
export function replaceRows(newer: readonly Profile[]): Set<string> {
  const byId = new Map(newer.map((profile) => [profile.id, profile]));
  const changed = new Set<string>();
  const replace = (profile: Profile): Profile => {
    const other = byId.get(profile.id);
    if (!other || other.revision === profile.revision) {
      return profile;
    }
    changed.add(profile.id);
    return other;
  };
  queryClient.setQueriesData<Pages>(trpc.profiles.search.infiniteQueryFilter(), (list) => {
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
  return changed;
}

/** Reads what changed last, and puts it into the lists. `asOf` is what the next news counts from. */
export async function readChanged(): Promise<{
  profiles: Profile[];
  changed: Set<string>;
  asOf: string;
}> {
  const options = trpc.profiles.search.queryOptions({ sort: 'changed', limit: most });
  const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0 });
  return { profiles: data.profiles, changed: replaceRows(data.profiles), asOf: data.asOf };
}

async function readOne(username: string): Promise<Profile | undefined> {
  try {
    const options = trpc.profiles.inspect.queryOptions({ username });
    const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
    return data.profile;
  } catch {
    // Deleted, or not to be had just now: the next act on it is checked by the service anyway.
    return undefined;
  }
}

/** Reads these profiles as they are now, and puts them into the lists. */
export async function readRows(rows: readonly { id: string; label: string | null }[]) {
  const { profiles } = await readChanged();
  const known = new Set(profiles.map(({ id }) => id));
  const missing = rows.flatMap(({ id, label }) => (known.has(id) || label === null ? [] : [label]));
  const read = await Promise.all(missing.map(readOne));
  replaceRows(read.filter((profile) => profile !== undefined));
}
