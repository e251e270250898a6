import { violatesUnique } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import { countWrite, refuseBeyond, writesOf } from '../access/limit-writes.ts';
import { userView } from '../access/view.ts';
import type { Deps } from '../context.ts';
import { tokenInvalid, usernameTaken } from '../errors.ts';
import { isReserved, usernameKey } from '../usernames.ts';
import { inTransaction } from '../transaction.ts';
import type { UpdateMeInput } from './schemas.ts';
import { type Renaming, renameUser, writeIdentities } from './update-me.sql.ts';

const sendsNothing = (input: z.infer<typeof UpdateMeInput>) =>
  Object.values(input).every((value) => value === undefined);

function nameOf({ hashes }: Pick<Deps, 'hashes'>, username: string | null) {
  const key = username === null ? undefined : usernameKey(username);
  return key === undefined ? undefined : { key, hash: hashes.of('usernames', key) };
}

/** Fails with `USERNAME_TAKEN` for a reserved name that is not the actor's. */
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

const rename = (
  deps: Deps,
  id: string,
  input: z.infer<typeof UpdateMeInput>,
  renaming: Renaming,
) =>
  inTransaction(deps, async (inner) => {
    const row = await renameUser(inner.em, id, input, renaming);
    if (row) await countWrite(inner, id);
    return row;
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'users_username_key_unique')
      ? usernameTaken(error)
      : error;
  });

/**
 * At most 13 usernames of an account rest: each was held for a week, and rests
 * for 90 days. Fails with `USERNAME_TAKEN`.
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
  const row = renaming
    ? await rename(deps, actor.id, input, renaming)
    : await writeIdentities(
        deps.em,
        { id: actor.id, ...writesOf(deps, actor.id) },
        input,
      );
  if (!row) {
    await refuseBeyond(deps, actor.id);
    // The user was erased during the call, so the token is no longer valid.
    throw tokenInvalid();
  }
  return { data: { user: userView(row) } };
}
