import type { Deps } from '../context.ts';
import { rateLimited } from '../errors.ts';
import { countDurably, countRequest } from './limits.sql.ts';
import { rangesOf } from './networks.ts';

/** A site's IPv6 /48 may make this many times the requests of one address. */
const siteFactor = 10;

/** An IPv6 address also counts towards the range of its site. */
function countedRanges(ip: string): { range: string; factor: number }[] {
  const { address, network } = rangesOf(ip);
  const own = { range: address, factor: 1 };
  return network.includes(':') ? [own, { range: network, factor: siteFactor }] : [own];
}

/** `most` is the limit within `hours` hours. */
type Limit = { counted: string; most: number; hours: number };

/**
 * Counts once under each name, the narrowest first. Returns the seconds to wait
 * if a limit is reached. A refused request does not count towards wider limits,
 * so one sender can't use up a shared limit. Throws if counting fails, so nothing
 * passes uncounted.
 */
export async function countWithin(
  { em, hashes }: Pick<Deps, 'em' | 'hashes'>,
  limits: readonly Limit[],
  count: typeof countRequest = countRequest,
): Promise<number | undefined> {
  for (const { counted, most, hours } of limits) {
    const key = hashes.of('limits', counted);
    const { hits, secondsLeft } = await count(em, { key, hours });
    if (hits > most) {
      return secondsLeft;
    }
  }
  return undefined;
}

/**
 * The same inside a transaction that writes something else, at its end. A refusal undoes
 * both.
 */
export const countInTransaction = (
  deps: Pick<Deps, 'em' | 'hashes'>,
  limits: readonly Limit[],
) => countWithin(deps, limits, countDurably);

/**
 * Calls of one name run one by one until their transactions end. Each changes a row: above
 * `read committed`, who only waits for a lock does not see what was written meanwhile.
 */
export const takeTurn = (
  { em, hashes }: Pick<Deps, 'em' | 'hashes'>,
  name: string,
): Promise<unknown> =>
  countDurably(em, { key: hashes.of('limits', `turn of ${name}`), hours: 1 });

/** A limit of 0 means no limit. Fails with `RATE_LIMITED`. */
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
    throw rateLimited(secondsLeft);
  }
}
