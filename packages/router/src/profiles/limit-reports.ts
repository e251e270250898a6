import type { ReportReason } from '@namecard/db';
import type { SignedInUser } from '../access/caller.ts';
import { countWithin } from '../access/limits.ts';
import { rangesOf } from '../access/networks.ts';
import type { Deps } from '../context.ts';
import { reportLimit, reportsFull } from './errors.ts';

/** Reports a day, each by its own count. */
const most = {
  ofAddress: 10,
  ofNetwork: 30,
  ofUser: 20,
  ofNewUser: 3,
  /** Without an account, from all networks. The others follow one by one. */
  freely: 300,
  ofNetworkBeyond: 1,
  ofAllocationBeyond: 3,
  beyond: 2_700,
};

const hours = 24;

/** The actor is undefined for a report without an account. */
export type Reporter = {
  actor: SignedInUser | undefined;
  ip: string;
  acceptLanguage?: string | undefined;
};

type Counting = Pick<Deps, 'em' | 'hashes' | 'telemetry' | 'settings'>;

/** Seconds to wait if this limit is reached. */
const secondsBeyond = (deps: Counting, counted: string, limit: number) =>
  countWithin(deps, [{ counted, most: limit, hours }]);

async function countOfUser(deps: Counting, { id }: SignedInUser, isNew: boolean) {
  const limit = isNew ? most.ofNewUser : most.ofUser;
  const seconds = await secondsBeyond(deps, `reports of ${id}`, limit);
  return seconds === undefined ? undefined : reportLimit(seconds, limit, 'account');
}

/**
 * 300 reports of strangers can't silence the others: beyond them each network sends
 * one more, and each allocation three. `danger` has the same limits of its own.
 */
async function countOfNobody(deps: Counting, ip: string, reason: ReportReason) {
  const { address, network, allocation } = rangesOf(ip);
  const what = reason === 'danger' ? 'danger' : 'reports';
  const own = await secondsBeyond(deps, `${what} from ${address}`, most.ofAddress);
  if (own !== undefined) {
    return reportLimit(own, most.ofAddress, 'IP address');
  }
  const ofNetwork = `${what} from network ${network}`;
  const shared = await secondsBeyond(deps, ofNetwork, most.ofNetwork);
  if (shared !== undefined) {
    return reportsFull(shared, deps.settings.product.operator.contact);
  }
  const free = `${what} without an account`;
  if ((await secondsBeyond(deps, free, most.freely)) === undefined) {
    return undefined;
  }
  const seconds = await countWithin(deps, [
    { counted: `${ofNetwork} beyond`, most: most.ofNetworkBeyond, hours },
    {
      counted: `${what} from allocation ${allocation} beyond`,
      most: most.ofAllocationBeyond,
      hours,
    },
    { counted: `${free} beyond`, most: most.beyond, hours },
  ]);
  return seconds === undefined
    ? undefined
    : reportsFull(seconds, deps.settings.product.operator.contact);
}

/** Counts a report. Fails with `REPORT_LIMIT`, `REPORTS_FULL`. */
export async function limitReports(
  deps: Counting,
  { actor, ip }: Reporter,
  { reason, isNew }: { reason: ReportReason; isNew: boolean },
): Promise<void> {
  const error = actor
    ? await countOfUser(deps, actor, isNew)
    : await countOfNobody(deps, ip, reason);
  if (error) {
    deps.telemetry.limited('reports');
    throw error;
  }
}

export type Source = { network: string | null; allocation: string | null };

/**
 * Keyed hashes of where a report comes from. None for an account older than a day:
 * its reports are not weighed by their network.
 */
export function sourceOf(
  { hashes }: Pick<Deps, 'hashes'>,
  { actor, ip }: Reporter,
  isNew: boolean,
): Source {
  if (actor && !isNew) {
    return { network: null, allocation: null };
  }
  const { network, allocation } = rangesOf(ip);
  return {
    network: hashes.of('limits', `report from network ${network}`),
    allocation: hashes.of('limits', `report from allocation ${allocation}`),
  };
}
