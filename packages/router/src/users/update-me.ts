import { violatesUnique } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import { userView } from '../access/view.ts';
import type { Deps } from '../context.ts';
import { tokenInvalid, usernameTaken } from '../errors.ts';
import { isReserved, usernameKey } from '../text.ts';
import type { UpdateMeInput } from './schemas.ts';
import { type Renaming, writeUser } from './update-me.sql.ts';

const sendsNothing = (input: z.infer<typeof UpdateMeInput>) =>
  Object.values(input).every((value) => value === undefined);

/** A username as it is compared, and as it rests. */
function nameOf({ hashes }: Pick<Deps, 'hashes'>, username: string | null) {
  const key = username === null ? undefined : usernameKey(username);
  return key === undefined ? undefined : { key, hash: hashes.of('usernames', key) };
}

/** What becomes of the actor's username; nothing where none is sent. Gives `USERNAME_TAKEN` for a reserved one that is not theirs. */
function renamingOf(
  deps: Deps,
  { user }: SignedInUser,
  { username }: z.infer<typeof UpdateMeInput>,
): Renaming | undefined {
  if (username === undefined) {
    return undefined;
  }
  const [taken, held] = [nameOf(deps, username), nameOf(deps, user.username)];
  const isNew = taken !== undefined && taken.key !== held?.key;
  if (isNew && isReserved(taken.key, deps.settings.product.name)) {
    throw usernameTaken();
  }
  return { taken, held };
}

/**
 * Writes what was sent and keeps the rest; nothing sent changes nothing. An account has 13 usernames at rest at most: each has
 * been held for a week, one after the other, and rests for 90 days. Gives `USERNAME_TAKEN`.
 */
export async function updateMe(
  deps: Deps,
  actor: SignedInUser,
  input: z.infer<typeof UpdateMeInput>,
) {
  if (sendsNothing(input)) {
    return { data: { user: userView(actor.user) } };
  }
  const renaming = renamingOf(deps, actor, input);
  const row = await writeUser(deps.em, actor.id, input, renaming).catch(
    (error: unknown) => {
      throw violatesUnique(error, 'users_username_key_unique')
        ? usernameTaken(error)
        : error;
    },
  );
  if (!row) {
    // Deleted since the call was let in; the token is as good as ended.
    throw tokenInvalid();
  }
  return { data: { user: userView(row) } };
}
