import { setTimeout as sleep } from 'node:timers/promises';
import { Job, type Orm } from '@namecard/db';
import { z } from 'zod';
import { lastAdmin } from '../../access/errors.ts';
import { lockUserAndAdmins } from '../../access/queries.ts';
import type { Actor } from '../../access/service.ts';
import type { Deps } from '../../context.ts';
import { claimDue, type Claimed, lockClaimed } from '../../jobs/queries.ts';
import type { Telemetry } from '../../telemetry.ts';
import { isoInstant, isoInstantOrNull } from '../../text.ts';
import { inTransaction } from '../../transaction.ts';
import {
  deleteUser,
  forgetActed,
  forgetConcerned,
  lockAddressOf,
  readHeldUsernames,
} from './queries.ts';

/** The kind of the jobs, whose key is the id of whoever is erased. */
const kind = 'erasure';

/** Seconds for which a job is one worker's from the last piece that it did; should that crash, another takes it up then. */
const leaseSeconds = 30;

/** How far an erasure has come: the positions in the history up to which it is done, null where all is. */
const Progress = z.object({
  at: z.string(),
  namesRestUntil: z.string().nullable(),
  isTold: z.boolean(),
  acted: z.number().nullable(),
  concerned: z.number().nullable(),
});

type Progress = z.infer<typeof Progress>;

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
  const erased = await deleteUser(em, userId, usernames);
  if (!erased) {
    return false;
  }
  const progress: Progress = { ...erased, isTold: false, acted: 0, concerned: 0 };
  em.create(Job, { kind, key: userId, runAt: erased.at, progress });
  await em.flush();
  return true;
}

/** Throws where nobody who can give roles would be left: no other admin, and no address that is one by `ADMIN_EMAILS`. */
async function requireOtherAdmin(deps: Deps, userId: string): Promise<void> {
  const user = await lockUserAndAdmins(deps, userId);
  if (user?.isLastAdmin && deps.settings.adminEmails.size === 0) {
    throw lastAdmin();
  }
}

/** Erases the actor for good. Gives `LAST_ADMIN`. */
export async function removeMe(
  deps: Deps,
  { id, role }: Pick<Actor, 'id' | 'role'>,
): Promise<{ data: null }> {
  await inTransaction(deps, async (inner) => {
    await lockAddressOf(inner.em, id);
    if (role === 'admin') {
      await requireOtherAdmin(inner, id);
    }
    await eraseUser(inner, id);
  });
  return { data: null };
}

export type ErasureDeps = { orm: Orm; telemetry: Pick<Telemetry, 'erased'> };

/** An erasure as it was claimed. */
export type ClaimedErasure = Claimed & { progress: unknown };

/** Takes the erasure that has waited longest and nobody is at. */
export const claimErasure = ({ orm }: Pick<ErasureDeps, 'orm'>) =>
  claimDue(orm.em, kind, leaseSeconds);

/** Does the next piece and returns how far that came; undefined where all was done before. */
async function nextPiece(
  deps: Pick<Deps, 'em'>,
  userId: string,
  progress: Progress,
): Promise<Progress | undefined> {
  if (progress.acted !== null) {
    return { ...progress, acted: await forgetActed(deps.em, userId, progress.acted) };
  }
  return progress.concerned === null
    ? undefined
    : {
        ...progress,
        concerned: await forgetConcerned(deps.em, userId, progress.concerned),
      };
}

type Piece = { claimed: Claimed; progress: Progress };

/** Does a piece and writes down how far it came, or ends the job; undefined then, and where another has taken it up. */
const doPiece = (
  { orm }: ErasureDeps,
  { claimed, progress }: Piece,
): Promise<Piece | undefined> =>
  inTransaction({ em: orm.em }, async ({ em }) => {
    const leasedUntil = await lockClaimed(em, claimed, leaseSeconds);
    if (leasedUntil === undefined) {
      return undefined;
    }
    const reached = await nextPiece({ em }, claimed.key, progress);
    const job = await em.findOneOrFail(Job, { kind, key: claimed.key });
    if (reached) {
      job.goOn(leasedUntil, reached);
    } else {
      em.remove(job);
    }
    await em.flush();
    return reached && { claimed: { ...claimed, leasedUntil }, progress: reached };
  });

/** Gives an erasure back, to be gone on with at once from where it has come to. */
export const giveBackErasure = (
  { orm }: Pick<ErasureDeps, 'orm'>,
  { progress, ...claimed }: ClaimedErasure,
) =>
  inTransaction({ em: orm.em }, async ({ em }) => {
    const now = await lockClaimed(em, claimed, 0);
    if (now !== undefined) {
      const job = await em.findOneOrFail(Job, { kind, key: claimed.key });
      job.release(now, progress);
      await em.flush();
    }
  });

/**
 * Tells the receipt, then forgets the user in the history, piece by piece, until all is done or the signal says so. After a piece it
 * rests for half as long as that took, which leaves the database to calls.
 */
export async function runErasure(
  deps: ErasureDeps,
  { progress: json, ...claimed }: ClaimedErasure,
  signal?: AbortSignal,
): Promise<void> {
  const progress = Progress.parse(json);
  if (!progress.isTold) {
    await deps.telemetry.erased({
      userId: claimed.key,
      at: isoInstant(progress.at),
      namesRestUntil: isoInstantOrNull(progress.namesRestUntil),
    });
  }
  const isStopped = () => signal?.aborted === true;
  let piece: Piece | undefined = { claimed, progress: { ...progress, isTold: true } };
  while (piece && !isStopped()) {
    const began = performance.now();
    piece = await doPiece(deps, piece);
    await sleep((performance.now() - began) / 2);
  }
  if (piece) {
    await giveBackErasure(deps, { ...piece.claimed, progress: piece.progress });
  }
}

/** Does all erasures that wait and nobody is at: for commands, beside a service or without one. */
export async function finishErasures(deps: ErasureDeps): Promise<void> {
  for (let next = await claimErasure(deps); next; next = await claimErasure(deps)) {
    await runErasure(deps, next);
  }
}

/**
 * Erases again, after a backup was read back, whom receipts say were erased: an id is given once, so whoever is there with one of
 * theirs is somebody whom the backup brought back. Returns how many that were.
 */
export async function applyErasures(
  deps: Deps,
  orm: Orm,
  receipts: readonly { userId: string }[],
): Promise<number> {
  let erased = 0;
  for (const { userId } of receipts) {
    erased += Number(await inTransaction(deps, (inner) => eraseUser(inner, userId)));
  }
  await finishErasures({ orm, telemetry: deps.telemetry });
  return erased;
}
