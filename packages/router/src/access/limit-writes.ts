import type { Deps } from '../context.ts';
import { rateLimited } from '../errors.ts';
import { countWriteRow, writesWait } from './limits.sql.ts';

type Counting = Pick<Deps, 'em' | 'hashes' | 'settings' | 'telemetry'>;

const noLimit = 2_147_483_647;

/** Where an account's writes are counted, and how many it has in an hour. */
export const writesOf = (
  { hashes, settings }: Pick<Counting, 'hashes' | 'settings'>,
  accountId: string,
) => ({
  counter: hashes.of('limits', `writes of ${accountId}`),
  mostWrites: settings.writesPerAccount || noLimit,
});

/** For a write that was not done. Fails with `RATE_LIMITED` if that is the reason. */
export async function refuseBeyond(deps: Counting, accountId: string): Promise<void> {
  const wait = await writesWait(deps.em, writesOf(deps, accountId));
  if (wait !== undefined) {
    deps.telemetry.limited('writes_per_account');
    throw rateLimited(wait.seconds);
  }
}

/**
 * Counts a write of an account, at the end of its transaction: counts are locked after
 * all other rows. Fails with `RATE_LIMITED`, which undoes the write.
 */
export async function countWrite(deps: Counting, accountId: string): Promise<void> {
  const counted = await countWriteRow(deps.em, writesOf(deps, accountId));
  if (counted.length === 0) {
    await refuseBeyond(deps, accountId);
    // The window has ended just now.
    throw rateLimited(1);
  }
}

/**
 * Counts a write that is never refused: deleting a card, whose creation was counted,
 * and an appeal, of which each hiding allows one.
 */
export async function noteWrite(deps: Counting, accountId: string): Promise<void> {
  await countWriteRow(deps.em, writesOf(deps, accountId));
}
