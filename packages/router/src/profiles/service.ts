import {
  type Executor,
  Profile,
  readInstant,
  socialNetworks,
  violatesUnique,
} from '@namecard/db';
import type { z } from 'zod';
import { canModerate } from '../access/policy.ts';
import type { Caller, SignedInUser } from '../access/service.ts';
import { readNotices } from '../audit/notices/queries.ts';
import type { Deps } from '../context.ts';
import { AppError, tokenInvalid, usernameTaken } from '../errors.ts';
import { sortKeyOf } from '../queries.ts';
import { isReserved, isUsername, usernameKey } from '../text.ts';
import { inTransaction } from '../transaction.ts';
import { notOwner, profileLimit, profileNotFound } from './errors.ts';
import { findCreated, insertProfile } from './create/queries.ts';
import { readPage } from './list/queries.ts';
import { canEdit, canSee, type Viewer } from './policy.ts';
import {
  deleteProfile,
  findOwned,
  findProfile,
  hasUser,
  listOwned,
  lockOwned,
  mergeSocials,
  type ProfileRow,
  readAfter,
  type SocialsChange,
  walkOrder,
} from './queries.ts';
import { noticeView, profileView, viewFor } from './view.ts';
import type * as schemas from './schemas.ts';

type Input<Name extends keyof typeof schemas> = z.infer<(typeof schemas)[Name]>;

/** The profile as far as the viewer may know of it. A username that can't exist finds nothing. */
async function loadVisible(em: Executor, viewer: Viewer, username: string) {
  const row = isUsername(username)
    ? await findProfile(em, usernameKey(username))
    : undefined;
  if (!row || !canSee(viewer, row)) {
    throw profileNotFound();
  }
  return row;
}

/** Why a statement that was guarded by name and owner found nothing. */
async function editError(
  em: Executor,
  actor: SignedInUser,
  username: string,
): Promise<AppError> {
  const row = await loadVisible(em, actor, username);
  return canEdit(actor, row) ? profileNotFound() : notOwner();
}

/** Why no profile could be made for the actor: they have all they may, or have been erased meanwhile. */
async function creationError(
  em: Executor,
  actor: SignedInUser,
  most: number,
): Promise<AppError> {
  return (await hasUser(em, actor.id)) ? profileLimit(most) : tokenInvalid();
}

/**
 * Makes a profile of the actor's. Sent again within 24 hours, it is answered with the profile as it is now, and nothing is
 * written. Gives `USERNAME_TAKEN`, `PROFILE_LIMIT`.
 */
export async function createProfile(
  { em, random, hashes, settings }: Deps,
  actor: SignedInUser,
  { username, referral }: Input<'CreateProfileInput'>,
) {
  if (isReserved(username)) {
    throw usernameTaken();
  }
  const key = usernameKey(username);
  const profile = {
    id: random.id(),
    ownerId: actor.id,
    username,
    key,
    hash: hashes.of('usernames', key),
    referral,
    // What is no username is nobody's, whatever its lower case looks like.
    referrerKey: isUsername(referral) ? usernameKey(referral) : '',
  };
  const made = await insertProfile(em, profile, settings.profilesPerAccount).catch(
    (error: unknown) => {
      if (violatesUnique(error, 'profiles_username_key_unique')) {
        return usernameTaken(error);
      }
      throw error;
    },
  );
  if (made && !(made instanceof AppError)) {
    return { message: 'The profile was created.', profile: profileView(made) };
  }
  const earlier = await findCreated(em, profile);
  if (earlier) {
    return { message: 'The profile was created.', profile: profileView(earlier) };
  }
  throw made ?? (await creationError(em, actor, settings.profilesPerAccount));
}

/** One page of the profiles the actor may see, and the counts of all. */
export async function listProfiles(
  { reader, settings }: Deps,
  actor: Caller,
  { page, limit, reverse }: Input<'ListProfilesInput'>,
) {
  const { count, rows } = await readPage(reader, {
    page,
    limit,
    oldestFirst: reverse,
    withHidden: canModerate(actor),
    withOwners: settings.locationPrecision > 0,
  });
  const view = viewFor(actor, settings);
  return { data: { count, profiles: rows.map((row) => view(row)) } };
}

/**
 * The next page of a walk through all profiles that are not hidden, oldest first. Every profile committed before the walk
 * began, and not hidden or deleted during it, comes exactly once: a replica is read where it has replayed what was committed then.
 */
export async function walkProfiles(
  { em, reader, replayed = Infinity, settings }: Deps,
  actor: Caller,
  { cursor, limit }: Input<'WalkProfilesInput'>,
) {
  const after = sortKeyOf(walkOrder, cursor);
  const began = after ? after[1] : actor.log?.end.toFixed();
  const rows = await readAfter(replayed >= Number(began ?? Infinity) ? reader : em, {
    after,
    limit,
    withOwners: settings.locationPrecision > 0,
  });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const view = viewFor(actor, settings);
  return {
    data: {
      profiles: rows.map((row) => ({
        ...view(row),
        ...(actor.kind === 'key' && { id: row.id }),
      })),
      nextCursor: last
        ? walkOrder.writeCursor([...last.sortKey, ...(began ? [began] : [])])
        : null,
    },
  };
}

/** One page of the actor's own profiles, hidden ones among them and why they are so, newest first. */
export async function listMine(
  { reader }: Deps,
  actor: SignedInUser,
  page: Input<'ListMineInput'>,
) {
  const rows = await listOwned(reader, actor.id, page);
  const hidden = rows.flatMap((row) => (row.hidden ? [usernameKey(row.username)] : []));
  const notices = await readNotices(reader, actor.id, hidden);
  return { data: { profiles: rows.map(profileView), notices: notices.map(noticeView) } };
}

/** One profile. Gives `PROFILE_NOT_FOUND`, for a hidden one too. */
export async function readProfile(
  { reader, settings }: Deps,
  viewer: Viewer,
  { username }: Input<'ProfileName'>,
) {
  const row = await loadVisible(reader, viewer, username);
  return { data: { profile: viewFor(viewer, settings)(row) } };
}

/** What is to be set and what removed; an empty text or link is none. */
function changeOf({ socials = {}, about }: Input<'UpdateSocialsInput'>): SocialsChange {
  const named = socialNetworks.flatMap((network) => {
    const link = socials[network];
    return link === undefined ? [] : [{ network, link }];
  });
  return {
    set: Object.fromEntries(
      named.flatMap(({ network, link }) => (link ? [[network, link]] : [])),
    ),
    remove: named.flatMap(({ network, link }) => (link ? [] : [network])),
    about: about === '' ? null : about,
  };
}

const changesNothing = ({ set, remove, about }: SocialsChange) =>
  Object.keys(set).length === 0 && remove.length === 0 && about === undefined;

/** Writes to the actor's own profile, or says why it can't be. */
async function writeOwned(
  em: Executor,
  actor: SignedInUser,
  username: string,
  write: (key: string) => Promise<ProfileRow | undefined>,
) {
  const row = isUsername(username) ? await write(usernameKey(username)) : undefined;
  if (!row) {
    throw await editError(em, actor, username);
  }
  return { data: { profile: profileView(row) } };
}

/** Merges links and about text into the actor's profile; nothing sent changes nothing. Gives `PROFILE_NOT_FOUND`, `NOT_OWNER`. */
export async function updateSocials(
  { em }: Deps,
  actor: SignedInUser,
  input: Input<'UpdateSocialsInput'>,
) {
  const change = changeOf(input);
  return writeOwned(em, actor, input.username, (key) =>
    changesNothing(change)
      ? findOwned(em, actor.id, key)
      : mergeSocials(em, actor.id, key, change),
  );
}

/** Sets or clears the location of the actor's profile. Gives `PROFILE_NOT_FOUND`, `NOT_OWNER`. */
export async function updateLocation(
  deps: Deps,
  actor: SignedInUser,
  { username, location }: Input<'UpdateLocationInput'>,
) {
  return writeOwned(deps.em, actor, username, (key) =>
    inTransaction(deps, async ({ em }) => {
      const id = await lockOwned(em, actor.id, key);
      if (id === undefined) {
        return undefined;
      }
      const profile = await em.findOneOrFail(Profile, id);
      profile.moveTo(location, await readInstant(em));
      await em.flush();
      return profile;
    }),
  );
}

/** Deletes the actor's profile for good; its username is free, or rests. Gives `PROFILE_NOT_FOUND`, `NOT_OWNER`. */
export async function removeProfile(
  { em, hashes }: Deps,
  actor: SignedInUser,
  { username }: Input<'ProfileName'>,
): Promise<{ data: null }> {
  const key = usernameKey(username);
  const owned = { ownerId: actor.id, key, hash: hashes.of('usernames', key) };
  const isDeleted = isUsername(username) && (await deleteProfile(em, owned));
  if (!isDeleted) {
    throw await editError(em, actor, username);
  }
  return { data: null };
}
