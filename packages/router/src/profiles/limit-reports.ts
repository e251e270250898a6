import type { SignedInUser } from '../access/caller.ts';
import { countRequest } from '../access/limits.sql.ts';
import { rangesOf } from '../access/networks.ts';
import type { Deps } from '../context.ts';

/** Reports in a day. Beyond them a report is answered like any, and is not kept. */
const most = { ofAddress: 10, ofNetwork: 30, ofNobody: 300, ofUser: 20, ofNewUser: 3 };

const windowHours = 24;

/** Whoever reports, and from where; without an account there is no actor. */
export type Reporter = { actor: SignedInUser | undefined; ip: string };

type Limit = { counted: string; limit: number };

function limitsOf({ actor, ip }: Reporter, isNew: boolean): Limit[] {
  if (actor) {
    const limit = isNew ? most.ofNewUser : most.ofUser;
    return [{ counted: `reports of ${actor.id}`, limit }];
  }
  const { address, network } = rangesOf(ip);
  return [
    { counted: `reports from address ${address}`, limit: most.ofAddress },
    { counted: `reports from network ${network}`, limit: most.ofNetwork },
    { counted: 'reports without an account', limit: most.ofNobody },
  ];
}

/**
 * Counts a report, and says whether it may be kept. What a narrow limit refuses is not counted to a wider one, or one sender could
 * use up what all share.
 */
export async function mayBeKept(
  { em, hashes, telemetry }: Pick<Deps, 'em' | 'hashes' | 'telemetry'>,
  reporter: Reporter,
  isNew: boolean,
): Promise<boolean> {
  for (const { counted, limit } of limitsOf(reporter, isNew)) {
    const key = hashes.of('limits', counted);
    const { hits } = await countRequest(em, { key, hours: windowHours });
    if (hits > limit) {
      telemetry.limited('reports');
      return false;
    }
  }
  return true;
}
