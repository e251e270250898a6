import type { SignedInUser } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { isUsername, usernameKey } from '../text.ts';
import type { Input } from './input.ts';
import { deleteProfile } from './remove-profile.sql.ts';
import { editError } from './visibility.ts';

/** Fails with `PROFILE_NOT_FOUND`, `NOT_OWNER`. */
export async function removeProfile(
  { em, hashes, random }: Deps,
  actor: SignedInUser,
  { username }: Input<'ProfileName'>,
): Promise<{ data: null }> {
  const key = usernameKey(username);
  const owned = {
    ownerId: actor.id,
    key,
    hash: hashes.of('usernames', key),
    record: random.id(),
  };
  const isDeleted = isUsername(username) && (await deleteProfile(em, owned));
  if (!isDeleted) {
    throw await editError(em, actor, username);
  }
  return { data: null };
}
