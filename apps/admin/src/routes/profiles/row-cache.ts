import type { InfiniteData } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import type { Profile } from './profile.ts';

type Pages = InfiniteData<inferOutput<typeof trpc.profiles.search>>;

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
export function listedRows(): Map<string, Profile> {
  const rows = new Map<string, Profile>();
  for (const [, list] of queryClient.getQueriesData<Pages>(lists)) {
    for (const { data } of list?.pages ?? []) {
      for (const profile of data.profiles) {
        rows.set(profile.id, profile);
      }
    }
  }
  return rows;
}
