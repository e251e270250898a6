import { type Executor, violatesUnique } from '@namecard/db';
import type { SignedInUser } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { AppError, tokenInvalid, usernameTaken } from '../errors.ts';
import { isReserved, isUsername, usernameKey } from '../text.ts';
import { findCreated, hasUser, insertProfile } from './create-profile.sql.ts';
import { profileLimit } from './errors.ts';
import type { Input } from './input.ts';
import { profileView } from './view.ts';

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
  if (isReserved(username, settings.product.name)) {
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
  const given = {
    most: settings.profilesPerAccount,
    item: settings.review.has('new') ? random.id() : null,
  };
  const made = await insertProfile(em, profile, given).catch((error: unknown) => {
    if (violatesUnique(error, 'profiles_username_key_unique')) {
      return usernameTaken(error);
    }
    throw error;
  });
  if (made && !(made instanceof AppError)) {
    return { message: 'The profile was created.', profile: profileView(made) };
  }
  const earlier = await findCreated(em, profile);
  if (earlier) {
    return { message: 'The profile was created.', profile: profileView(earlier) };
  }
  throw made ?? (await creationError(em, actor, settings.profilesPerAccount));
}
