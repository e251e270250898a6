import { Job, RemovedCard } from '@namecard/db';
import { z } from 'zod';
import { keepBan, readBan } from '../../access/bans.sql.ts';
import type { Deps } from '../../context.ts';
import { Ban } from '../../telemetry.ts';
import {
  deleteUser,
  forgetInWaiting,
  lockAddressOf,
  readJudged,
  readHeldUsernames,
} from './erase-user.sql.ts';

/** The kind of these jobs. A job's key is the erased user's id. */
export const kind = 'erasure';

/** `acted` and `concerned` are positions in the history; null when finished. */
export const Progress = z.object({
  at: z.string(),
  namesRestUntil: z.string().nullable(),
  ban: Ban.nullable().default(null),
  isTold: z.boolean(),
  acted: z.number().nullable(),
  concerned: z.number().nullable(),
});

export type Progress = z.infer<typeof Progress>;

/**
 * Erases a user in the caller's transaction. A job then clears the history.
 * Usernames held for a week rest. A username may change between the two
 * statements. Then the old username already rests, and the new one is too new to
 * rest. Cards that were hidden or reported are remembered by the hash of their name. A
 * suspension outlives the account.
 * False if there is no such user.
 *
 * @param known the ban by the receipt of an earlier erasure; null if there was none
 */
export async function eraseUser(
  { em, hashes, random }: Deps,
  userId: string,
  known?: Ban | null,
): Promise<boolean> {
  await lockAddressOf(em, userId);
  const held = await readHeldUsernames(em, userId);
  const usernames = held.map(({ kind: of, key }) => ({
    kind: of,
    hash: hashes.of('usernames', key),
  }));
  // Before the user's row is locked. An admin's decision locks in the same order.
  await forgetInWaiting(em, userId);
  const judged = await readJudged(em, userId);
  const ban = known === undefined ? await readBan(em, hashes, userId) : known;
  const erased = await deleteUser(em, userId, usernames);
  if (!erased) {
    return false;
  }
  if (ban) {
    await keepBan(em, ban);
  }
  for (const { key, hidden, reports } of judged) {
    const hash = hashes.of('usernames', key);
    em.create(RemovedCard, { id: random.id(), ownerId: null, hash, hidden, reports });
  }
  const progress: Progress = { ...erased, ban, isTold: false, acted: 0, concerned: 0 };
  em.create(Job, { kind, key: userId, runAt: erased.at, progress });
  await em.flush();
  return true;
}
