import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import { userView } from '../access/view.ts';
import type { Deps } from '../context.ts';
import { userNotFound } from '../access/errors.ts';
import { findKnown } from './read-users.sql.ts';
import type { UserId } from './schemas.ts';
import { knownUserView } from './view.ts';

export function readMe({ user, role, language, sessionEndsAt }: SignedInUser) {
  return {
    data: {
      user: userView(user),
      role,
      language,
      session: { expiresAt: isoInstant(sessionEndsAt) },
    },
  };
}

/** Fails with `USER_NOT_FOUND`, also for an erased user. */
export async function readUser({ em, settings }: Deps, { id }: z.infer<typeof UserId>) {
  const row = await findKnown(em, { id });
  if (!row) {
    throw userNotFound();
  }
  return { data: { user: knownUserView(row, settings) } };
}
