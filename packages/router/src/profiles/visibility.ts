import type { Executor } from '@namecard/db';
import type { SignedInUser } from '../access/caller.ts';
import { AppError } from '../errors.ts';
import { isUsername, usernameKey } from '../text.ts';
import { notOwner, profileNotFound } from './errors.ts';
import { canEdit, canSee, type Viewer } from './policy.ts';
import { findProfile } from './profiles.sql.ts';

/** The profile as far as the viewer may know of it. A username that can't exist finds nothing. */
export async function loadVisible(em: Executor, viewer: Viewer, username: string) {
  const row = isUsername(username)
    ? await findProfile(em, usernameKey(username))
    : undefined;
  if (!row || !canSee(viewer, row)) {
    throw profileNotFound();
  }
  return row;
}

/** Why a statement that was guarded by name and owner found nothing. */
export async function editError(
  em: Executor,
  actor: SignedInUser,
  username: string,
): Promise<AppError> {
  const row = await loadVisible(em, actor, username);
  return canEdit(actor, row) ? profileNotFound() : notOwner();
}
