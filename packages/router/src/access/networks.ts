import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The ranges that count an IP address, each as network/bits. */
export type Ranges = {
  /** A customer's range: an IPv4 address, or an IPv6 /64. */
  address: string;
  /** One site: an IPv4 /24 or an IPv6 /48. */
  network: string;
  /** The smallest block of a provider: an IPv4 /16 or an IPv6 /32. */
  allocation: string;
};

/** Bits of each range. Their ends are between bytes. */
const lengths = {
  ipv4: { address: 32, network: 24, allocation: 16 },
  ipv6: { address: 64, network: 48, allocation: 32 },
};

/** Size of the cache. Computing ranges takes longer than using them. */
const mostKept = 10_000;

const kept = new Map<string, Ranges>();

function findRanges(ip: string): Ranges {
  if (isIP(ip) === 0) {
    return { address: ip, network: ip, allocation: ip };
  }
  // Zones such as %eth0.100 are no part of it, and ipaddr.js knows none with a dot.
  const parsed = ipaddr.process(ip.replace(/%.*/, ''));
  const bytes = parsed.toByteArray();
  const range = (bits: number) => {
    const whole = bytes.map((byte, index) => (index < bits / 8 ? byte : 0));
    return `${ipaddr.fromByteArray(whole).toString()}/${bits}`;
  };
  const { address, network, allocation } = lengths[parsed.kind()];
  return {
    address: range(address),
    network: range(network),
    allocation: range(allocation),
  };
}

/** IPv4 from an IPv6 socket counts as IPv4. Other text is returned as it is. */
export function rangesOf(ip: string): Ranges {
  const known = kept.get(ip);
  if (known) {
    return known;
  }
  if (kept.size === mostKept) {
    kept.clear();
  }
  const found = findRanges(ip);
  kept.set(ip, found);
  return found;
}
