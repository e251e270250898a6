import { countInTransaction } from '../access/limits.ts';
import { rangesOf } from '../access/networks.ts';
import type { Deps } from '../context.ts';
import { rateLimited } from '../errors.ts';

/**
 * Starts in an hour by accounts that are younger than a week. Anybody makes accounts, and
 * the mail budget does not count these mails. Beyond the first 100 each network has a few
 * of its own, so that nobody silences the others.
 */
const most = { freely: 100, ofNetwork: 5, ofAllocation: 15, beyond: 300 };

/**
 * Counts a start of such an account. Fails with `RATE_LIMITED`, whatever the new address
 * is. Call it last in the transaction: then a refused start is not used up.
 */
export async function limitYoung(
  deps: Pick<Deps, 'em' | 'hashes'>,
  ip: string,
): Promise<void> {
  const { network, allocation } = rangesOf(ip);
  const within = (counted: string, limit: number) => ({ counted, most: limit, hours: 1 });
  const free = [within('moves of young accounts', most.freely)];
  if ((await countInTransaction(deps, free)) === undefined) {
    return;
  }
  const seconds = await countInTransaction(deps, [
    within(`moves from network ${network}`, most.ofNetwork),
    within(`moves from allocation ${allocation}`, most.ofAllocation),
    within('moves beyond', most.beyond),
  ]);
  if (seconds !== undefined) {
    throw rateLimited(seconds);
  }
}
