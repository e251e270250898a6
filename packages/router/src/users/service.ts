import { violatesUnique } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../access/service.ts';
import { userView } from '../access/view.ts';
import type { Deps } from '../context.ts';
import { tokenInvalid, usernameTaken } from '../errors.ts';
import { isoInstant, isReserved, usernameKey } from '../text.ts';
import { userNotFound } from './errors.ts';
import { findKnown, type Renaming, writeUser } from './queries.ts';
import type { UpdateMeInput, UserId } from './schemas.ts';
import { knownUserView } from './view.ts';

const sendsNothing = (input: z.infer<typeof UpdateMeInput>) =>
  Object.values(input).every((value) => value === undefined);

/** The user, their role, and when their session ends if it is not used again. */
export function readMe({ user, role, sessionEndsAt }: SignedInUser) {
  return {
    data: {
      user: userView(user),
      role,
      session: { expiresAt: isoInstant(sessionEndsAt) },
    },
  };
}

/**
 * A user, as far as a program may know them, as they are now: read from the primary. Gives `USER_NOT_FOUND`, also once they are
 * erased.
 */
export async function readUser({ em, settings }: Deps, { id }: z.infer<typeof UserId>) {
  const [row] = await findKnown(em, { id });
  if (!row) {
    throw userNotFound();
  }
  return { data: { user: knownUserView(row, settings) } };
}

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
  if (taken && isReserved(taken.key) && taken.key !== held?.key) {
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
