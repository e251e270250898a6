import { isIPv4, isIPv6 } from 'node:net';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import type { EntityManager } from '../context.ts';
import { rateLimited } from '../errors.ts';

/** An IPv6 network of this many bits is one customer's, of that many one site's or provider's. */
const customerBits = 64;
const siteBits = 48;

/** How many customers' worth of requests a whole site may make. */
const siteFactor = 10;

/** The eight groups of an IPv6 address, in full. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groupsIn = (part: string) => (part === '' ? [] : part.split(':'));
  const before = groupsIn(head);
  const after = groupsIn(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}

const network = (groups: string[], bits: number) =>
  `${groups.slice(0, bits / 16).join(':')}::/${bits}`;

/** An IPv4 address that came in over an IPv6 socket (RFC 4291 2.5.5.2) is an IPv4 address. */
const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** What is counted for a client: its IPv4 address, or its IPv6 networks, since one client has a whole network of those. */
export function networksOf(ip: string): { network: string; factor: number }[] {
  const bare = ip.replace(/%.*$/, '');
  const address = bare.match(mapped)?.[1] ?? bare;
  if (isIPv4(address) || !isIPv6(address)) {
    return [{ network: address, factor: 1 }];
  }
  const groups = groupsOf(address);
  return [
    { network: network(groups, customerBits), factor: 1 },
    { network: network(groups, siteBits), factor: siteFactor },
  ];
}

type Count = { hits: number; secondsLeft: number };

/** Counts one request under the key, in the hour that its first request began. */
async function countRequest(em: EntityManager, key: string): Promise<Count> {
  const isOver = sql`r.began_at <= excluded.began_at - interval '1 hour'`;
  const { rows } = await sql<Count>`
    insert into rate_limits as r (key, began_at, hits) values (${key}, current_instant(), 1)
    on conflict (key) do update set
      hits = case when ${isOver} then 1 else r.hits + 1 end,
      began_at = case when ${isOver} then excluded.began_at else r.began_at end
    returning r.hits,
      ceil(extract(epoch from r.began_at + interval '1 hour' - current_instant()))::int as "secondsLeft"
  `.execute(statements(em));
  const [count] = rows;
  if (!count) {
    throw new Error('A request could not be counted');
  }
  return count;
}

/**
 * Counts a request of an IP address and refuses it beyond the hour's limit (`RATE_LIMITED`). What can't be counted is not
 * let through: the statement's failure is the request's. What one customer's network is refused for is not counted to the
 * site around it, or one customer could close it to all others.
 * @param limit 0 counts and refuses nothing
 */
export async function limitPerIp(
  em: EntityManager,
  action: 'send' | 'verify',
  ip: string,
  limit: number,
): Promise<void> {
  if (limit === 0) {
    return;
  }
  for (const { network: name, factor } of networksOf(ip)) {
    const { hits, secondsLeft } = await countRequest(em, `${action} ${name}`);
    if (hits > limit * factor) {
      throw rateLimited(Math.max(1, secondsLeft));
    }
  }
}
