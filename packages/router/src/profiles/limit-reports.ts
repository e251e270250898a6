import type { SignedInUser } from '../access/caller.ts';
import { countWithin } from '../access/limits.ts';
import { rangesOf } from '../access/networks.ts';
import type { Deps } from '../context.ts';

/** Reports a day. Later reports get the same answer, but are not stored. */
const most = { ofAddress: 10, ofNetwork: 30, ofNobody: 300, ofUser: 20, ofNewUser: 3 };

const windowHours = 24;

/** The actor is undefined for a report without an account. */
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

/** Counts a report. Returns whether to store it. */
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
