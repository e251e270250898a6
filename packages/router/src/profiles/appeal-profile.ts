import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import { appealedAlready } from '../access/errors.ts';
import { noteWrite } from '../access/limit-writes.ts';
import { findHiding } from '../audit/appealed.sql.ts';
import type { Deps } from '../context.ts';
import { openAppeal } from '../items/open-items.sql.ts';
import type { Nothing } from '../schemas.ts';
import { isUsername, usernameKey } from '../usernames.ts';
import { inTransaction } from '../transaction.ts';
import { lockToAppeal } from './appeal-profile.sql.ts';
import { notHidden } from './errors.ts';
import type { Input } from './input.ts';
import { editError } from './visibility.ts';

/**
 * Works once for each time the card was hidden. Fails with `PROFILE_NOT_FOUND`,
 * `NOT_OWNER`, `NOT_HIDDEN`, `APPEALED_ALREADY`.
 */
export const appealProfile = (
  deps: Deps,
  actor: SignedInUser,
  { username, text }: Input<'AppealProfileInput'>,
): Promise<z.infer<typeof Nothing>> =>
  inTransaction(deps, async (inner) => {
    const { em, random } = inner;
    const owned = { ownerId: actor.id, key: usernameKey(username) };
    const card = isUsername(username) ? await lockToAppeal(em, owned) : undefined;
    if (!card) {
      throw await editError(em, actor, username);
    }
    if (!card.hidden) {
      throw notHidden();
    }
    const { id: profileId } = card;
    const appealed = await findHiding(em, profileId);
    const opened = await openAppeal(em, {
      id: random.id(),
      profileId,
      userId: actor.id,
      text,
      ...appealed,
    });
    if (opened.length === 0) {
      throw appealedAlready();
    }
    await noteWrite(inner, actor.id);
    return { data: null };
  });
