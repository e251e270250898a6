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

/**
 * Counts a request of an IP address and refuses it beyond the hour's limit (`RATE_LIMITED`). What can't be counted is not
 * let through: the statement's failure is the request's. What one address is refused for is not counted to the site around it,
 * or one customer could close it to all others. A limit of 0 counts and refuses nothing.
 */
export async function limitPerIp(
  {
    em,
    hashes,
    settings,
    telemetry,
  }: Pick<Deps, 'em' | 'hashes' | 'settings' | 'telemetry'>,
  action: 'send' | 'verify',
  ip: string,
): Promise<void> {
  const limit = action === 'send' ? settings.sendPerIp : settings.verifyPerIp;
  if (limit === 0) {
    return;
  }
  for (const { range, factor } of countedRanges(ip)) {
    const key = hashes.of('limits', `${action} ${range}`);
    const { hits, secondsLeft } = await countRequest(em, { key, hours: 1 });
    if (hits > limit * factor) {
      telemetry.limited(action === 'send' ? 'sends_per_ip' : 'verifications_per_ip');
      throw rateLimited(Math.max(1, secondsLeft));
    }
  }
}
