import type { SignedInUser } from '../access/caller.ts';
import { countWithin } from '../access/limits.ts';
import { rangesOf } from '../access/networks.ts';
import type { Deps } from '../context.ts';

/** Reports in a day. Beyond them a report is answered like any, and is not kept. */
const most = { ofAddress: 10, ofNetwork: 30, ofNobody: 300, ofUser: 20, ofNewUser: 3 };

const windowHours = 24;

/** Whoever reports, and from where; without an account there is no actor. */
export type Reporter = { actor: SignedInUser | undefined; ip: string };

function limitsOf({ actor, ip }: Reporter, isNew: boolean) {
  if (actor) {
    const ofActor = isNew ? most.ofNewUser : most.ofUser;
    return [{ counted: `reports of ${actor.id}`, most: ofActor }];
  }
  const { address, network } = rangesOf(ip);
  return [
    { counted: `reports from address ${address}`, most: most.ofAddress },
    { counted: `reports from network ${network}`, most: most.ofNetwork },
    { counted: 'reports without an account', most: most.ofNobody },
  ];
}

/** Counts a report, and says whether it may be kept. */
export async function mayBeKept(
  deps: Pick<Deps, 'em' | 'hashes' | 'telemetry'>,
  reporter: Reporter,
  isNew: boolean,
): Promise<boolean> {
  const limits = limitsOf(reporter, isNew).map((limit) => ({
    ...limit,
    hours: windowHours,
  }));
  const secondsLeft = await countWithin(deps, limits);
  if (secondsLeft !== undefined) {
    deps.telemetry.limited('reports');
  }
  return secondsLeft === undefined;
}
