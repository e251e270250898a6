import type { Deps } from '../context.ts';
import { rateLimited } from '../errors.ts';
import { countRequest } from './limits.sql.ts';
import { rangesOf } from './networks.ts';

/** How many addresses' worth of requests the /48 of a whole site may make. */
const siteFactor = 10;

/** What requests of an IP address are counted by: its own range and, of IPv6, that of its site. */
function countedRanges(ip: string): { range: string; factor: number }[] {
  const { address, network } = rangesOf(ip);
  const own = { range: address, factor: 1 };
  return network.includes(':') ? [own, { range: network, factor: siteFactor }] : [own];
}

/** What is counted under a name, and how often it may come within so many hours. */
type Limit = { counted: string; most: number; hours: number };

/**
 * Counts something once under each name, the narrowest first. Returns the seconds until it may come again where one has had as many
 * as it may, else undefined. What a narrow limit refuses is not counted to a wider one, or one sender could use up what all share.
 * What can't be counted is not let through: the statement's failure is the caller's.
 */
export async function countWithin(
  { em, hashes }: Pick<Deps, 'em' | 'hashes'>,
  limits: readonly Limit[],
): Promise<number | undefined> {
  for (const { counted, most, hours } of limits) {
    const key = hashes.of('limits', counted);
    const { hits, secondsLeft } = await countRequest(em, { key, hours });
    if (hits > most) {
      return secondsLeft;
    }
  }
  return undefined;
}

/**
 * Counts a request of an IP address and refuses it beyond the hour's limit (`RATE_LIMITED`). What can't be counted is not
 * let through: the statement's failure is the request's. What one address is refused for is not counted to the site around it,
 * or one customer could close it to all others. A limit of 0 counts and refuses nothing.
 */
export async function limitPerIp(
  deps: Pick<Deps, 'em' | 'hashes' | 'settings' | 'telemetry'>,
  action: 'send' | 'verify',
  ip: string,
): Promise<void> {
  const { settings, telemetry } = deps;
  const limit = action === 'send' ? settings.sendPerIp : settings.verifyPerIp;
  if (limit === 0) {
    return;
  }
  const limits = countedRanges(ip).map(({ range, factor }) => ({
    counted: `${action} ${range}`,
    most: limit * factor,
    hours: 1,
  }));
  const secondsLeft = await countWithin(deps, limits);
  if (secondsLeft !== undefined) {
    telemetry.limited(action === 'send' ? 'sends_per_ip' : 'verifications_per_ip');
    throw rateLimited(Math.max(1, secondsLeft));
  }
}
