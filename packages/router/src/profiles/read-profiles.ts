import { socialNetworks } from '@namecard/look/socials';
import type { Caller, SignedInUser } from '../access/caller.ts';
import { canModerate } from '../access/policy.ts';
import { readNotices } from '../audit/notices.sql.ts';
import type { Deps } from '../context.ts';
import { sortKeyOf } from '../cursor.ts';
import { usernameKey } from '../usernames.ts';
import type { Input } from './input.ts';
import { readPage } from './pages.sql.ts';
import type { Viewer } from './policy.ts';
import { listOwned, readAfter, walkOrder } from './read-profiles.sql.ts';
import { noticeView, profileView, viewFor } from './view.ts';
import { loadVisible } from './visibility.ts';

/** One page of the profiles that the actor may see, with the counts of all. */
export async function listProfiles(
  { em, settings }: Deps,
  actor: Caller,
  { page, limit, reverse }: Input<'ListProfilesInput'>,
) {
  const { count, rows } = await readPage(em, {
    page,
    limit,
    oldestFirst: reverse,
    withHidden: canModerate(actor),
  });
  const view = viewFor(actor, settings);
  return { data: { count, profiles: rows.map((row) => view(row)) } };
}

/**
 * Oldest first. A walk returns each profile exactly once, if it was committed
 * before the walk and stays visible.
 */
export async function walkProfiles(
  { em, settings }: Deps,
  actor: Caller,
  { cursor, limit }: Input<'WalkProfilesInput'>,
) {
  const after = sortKeyOf(walkOrder, cursor);
  const rows = await readAfter(em, { after, limit });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const view = viewFor(actor, settings);
  return {
    data: {
      profiles: rows.map((row) => ({
        ...view(row),
        ...(actor.kind === 'key' && { id: row.id }),
      })),
      nextCursor: last ? walkOrder.writeCursor(last.sortKey) : null,
    },
  };
}

/** The actor's own profiles, newest first, and why some are hidden. */
export async function listMine(
  { em, settings }: Deps,
  actor: SignedInUser,
  { isPage, ...page }: Input<'ListMineInput'> & { isPage: boolean },
) {
  const rows = await listOwned(em, actor.id, page);
  // A page's form lets its owner remove what is no longer offered.
  const kinds = isPage ? socialNetworks : settings.socials;
  const hidden = rows.flatMap((row) => (row.hidden ? [usernameKey(row.username)] : []));
  const notices = await readNotices(em, actor.id, hidden);
  return {
    data: {
      profiles: rows.map((row) => profileView(row, kinds)),
      notices: notices.map((notice) => noticeView(notice, settings)),
      waiting: rows.flatMap(({ held, username }) => (held ? [username] : [])),
      membersOnly: rows.flatMap(({ isPublic, username }) => (isPublic ? [] : [username])),
    },
  };
}

/** Fails with `PROFILE_NOT_FOUND`, also for a hidden profile. */
export async function readProfile(
  { em, settings }: Deps,
  viewer: Viewer,
  { username }: Input<'ProfileName'>,
) {
  const row = await loadVisible(em, viewer, username);
  const { publicLocationPrecision, ...others } = settings;
  const seen =
    viewer === undefined
      ? { ...others, locationPrecision: publicLocationPrecision }
      : others;
  const view = viewFor(viewer, seen);
  return { data: { profile: view(row) } };
}
