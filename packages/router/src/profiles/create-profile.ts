import { type Executor, violatesUnique } from '@namecard/db';
import type { SignedInUser } from '../access/caller.ts';
import { refuseBeyond, writesOf } from '../access/limit-writes.ts';
import { addressKey } from '../addresses.ts';
import type { Deps } from '../context.ts';
import { AppError, tokenInvalid, usernameTaken } from '../errors.ts';
import { isReserved, isUsername, usernameKey } from '../usernames.ts';
import { findCreated, hasUser, insertProfile } from './create-profile.sql.ts';
import { profileLimit } from './errors.ts';
import type { Input } from './input.ts';
import type { ProfileRow } from './profiles.sql.ts';
import { profileView } from './view.ts';

/** Explains why nothing was inserted: the limit, or an owner erased meanwhile. */
async function creationError(
  em: Executor,
  actor: SignedInUser,
  most: number,
): Promise<AppError> {
  return (await hasUser(em, actor.id)) ? profileLimit(most) : tokenInvalid();
}

/**
 * A repeated call within 24 hours gets the profile as it is now. Fails with
 * `USERNAME_TAKEN`, `PROFILE_LIMIT`.
 */
export async function createProfile(
  deps: Deps,
  actor: SignedInUser,
  { username, referral }: Input<'CreateProfileInput'>,
) {
  const { em, random, hashes, settings } = deps;
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
    // A referral that is not a valid username refers to nobody.
    referrerKey: isUsername(referral) ? usernameKey(referral) : '',
  };
  const given = {
    most: settings.profilesPerAccount,
    item: random.id(),
    isReviewed: settings.review.has('new'),
    // Nobody may be there to look at the card of the only admin.
    isHeld:
      settings.review.has('hold') &&
      !settings.adminEmails.has(addressKey(actor.user.email)),
    isPublic: settings.publicProfiles,
    ...writesOf(deps, actor.id),
  };
  const made = await insertProfile(em, profile, given).catch((error: unknown) => {
    if (violatesUnique(error, 'profiles_username_key_unique')) {
      return usernameTaken(error);
    }
    throw error;
  });
  const answer = (row: ProfileRow) => ({
    message: 'The profile was created.',
    profile: profileView(row, settings.socials),
  });
  if (made && !(made instanceof AppError)) return answer(made);
  const earlier = await findCreated(em, profile);
  if (earlier) return answer(earlier);
  if (!made) await refuseBeyond(deps, actor.id);
  throw made ?? (await creationError(em, actor, settings.profilesPerAccount));
}
