import type { ReportReason } from '@namecard/db';
import type { SignedInUser } from '../access/caller.ts';
import { countWithin } from '../access/limits.ts';
import { uncount } from '../access/limits.sql.ts';
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

async function countOfUser(deps: Counting, { id }: SignedInUser, isNew: boolean) {
  const limit = isNew ? most.ofNewUser : most.ofUser;
  const counted = `reports of ${id}`;
  const seconds = await countWithin(deps, [{ counted, most: limit, hours }]);
  return seconds === undefined ? undefined : reportLimit(seconds, limit, 'account');
}

/**
 * 300 reports of strangers can't silence the others: beyond them each network sends
 * one more, and each allocation three. `danger` has the same limits of its own. A report
 * that is refused because of others counts for nobody.
 */
async function countOfNobody(deps: Counting, ip: string, reason: ReportReason) {
  const { address, network, allocation } = rangesOf(ip);
  const what = reason === 'danger' ? 'danger' : 'reports';
  const keys: string[] = [];
  /** Seconds to wait if this limit is reached. */
  const secondsBeyond = (source: string, limit: number) => {
    const counted = `${what} ${source}`;
    keys.push(deps.hashes.of('limits', counted));
    return countWithin(deps, [{ counted, most: limit, hours }]);
  };
  const own = await secondsBeyond(`from ${address}`, most.ofAddress);
  if (own !== undefined) {
    return reportLimit(own, most.ofAddress, 'IP address');
  }
  let seconds = await secondsBeyond(`from network ${network}`, most.ofNetwork);
  if (seconds === undefined) {
    const free = await secondsBeyond('without an account', most.freely);
    if (free === undefined) return undefined;
    seconds =
      (await secondsBeyond(`from network ${network} beyond`, most.ofNetworkBeyond)) ??
      (await secondsBeyond(
        `from allocation ${allocation} beyond`,
        most.ofAllocationBeyond,
      )) ??
      (await secondsBeyond('without an account beyond', most.beyond));
  }
  if (seconds === undefined) return undefined;
  for (const key of keys) await uncount(deps.em, { key });
  return reportsFull(seconds, deps.settings.product.operator.contact);
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
