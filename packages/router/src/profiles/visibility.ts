import type { Executor } from '@namecard/db';
import type { SignedInUser } from '../access/caller.ts';
import { AppError } from '../errors.ts';
import { isUsername, usernameKey } from '../usernames.ts';
import { notOwner, profileNotFound } from './errors.ts';
import { canEdit, canSee, type Viewer } from './policy.ts';
import { findProfile } from './profiles.sql.ts';

const find = async (em: Executor, username: string) =>
  isUsername(username) ? findProfile(em, usernameKey(username)) : undefined;

/** Finds the profile if the viewer may see it. */
export async function findSeen(em: Executor, viewer: Viewer, username: string) {
  const row = await find(em, username);
  return row && canSee(viewer, row) ? row : undefined;
}

/** Fails with `PROFILE_NOT_FOUND`. */
export async function loadVisible(em: Executor, viewer: Viewer, username: string) {
  const row = await findSeen(em, viewer, username);
  if (!row) throw profileNotFound();
  return row;
}

/** Loads the profile if members see it. Fails with `PROFILE_NOT_FOUND`. */
export async function loadShown(em: Executor, username: string) {
  const row = await find(em, username);
  if (!row || row.hidden) throw profileNotFound();
  return row;
}

/** The error for a write that found no profile with this name and owner. */
export async function editError(
  em: Executor,
  actor: SignedInUser,
  username: string,
): Promise<AppError> {
  const row = await loadVisible(em, actor, username);
  return canEdit(actor, row) ? profileNotFound() : notOwner();
}
