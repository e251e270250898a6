import { Job } from '@namecard/db';
import { z } from 'zod';
import type { Deps } from '../../context.ts';
import {
  deleteUser,
  forgetInWaiting,
  lockAddressOf,
  readHeldUsernames,
} from './erase-user.sql.ts';

/** The kind of the jobs, whose key is the id of whoever is erased. */
export const kind = 'erasure';

/** How far an erasure has come: the positions in the history up to which it is done, null where all is. */
export const Progress = z.object({
  at: z.string(),
  namesRestUntil: z.string().nullable(),
  isTold: z.boolean(),
  acted: z.number().nullable(),
  concerned: z.number().nullable(),
});

export type Progress = z.infer<typeof Progress>;

/**
 * Erases a user in the caller's transaction: once it is committed nobody can see or use the account any more, and its address is
 * free. A job then forgets them in the history. Usernames that were held for a week or more rest for everybody: one that is given up
 * between the two statements rests already, one that is taken between them is too new to rest. False where there is no such user.
 */
export async function eraseUser({ em, hashes }: Deps, userId: string): Promise<boolean> {
  await lockAddressOf(em, userId);
  const held = await readHeldUsernames(em, userId);
  const usernames = held.map(({ kind: of, key }) => ({
    kind: of,
    hash: hashes.of('usernames', key),
  }));
  // Before the user's row is locked, as where an admin decides.
  await forgetInWaiting(em, userId);
  const erased = await deleteUser(em, userId, usernames);
  if (!erased) {
    return false;
  }
  const progress: Progress = { ...erased, isTold: false, acted: 0, concerned: 0 };
  em.create(Job, { kind, key: userId, runAt: erased.at, progress });
  await em.flush();
  return true;
}
