import type { SignedInUser } from '../access/caller.ts';
import { noteWrite } from '../access/limit-writes.ts';
import type { Deps } from '../context.ts';
import { isUsername, usernameKey } from '../usernames.ts';
import { inTransaction } from '../transaction.ts';
import type { Input } from './input.ts';
import { deleteProfile } from './remove-profile.sql.ts';
import { editError } from './visibility.ts';

/** Fails with `PROFILE_NOT_FOUND`, `NOT_OWNER`. */
export async function removeProfile(
  deps: Deps,
  actor: SignedInUser,
  { username }: Input<'ProfileName'>,
): Promise<{ data: null }> {
  const key = usernameKey(username);
  const owned = {
    ownerId: actor.id,
    key,
    hash: deps.hashes.of('usernames', key),
    record: deps.random.id(),
  };
  const isDeleted =
    isUsername(username) &&
    (await inTransaction(deps, async (inner) => {
      const isOwned = await deleteProfile(inner.em, owned);
      if (isOwned) await noteWrite(inner, actor.id);
      return isOwned;
    }));
  if (!isDeleted) {
    throw await editError(deps.em, actor, username);
  }
  return { data: null };
}
