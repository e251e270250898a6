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

function ranges({ address, network, allocation }: Record<keyof Ranges, number>) {
  return (text: string, of: typeof ipaddr.IPv4 | typeof ipaddr.IPv6): Ranges => {
    const range = (bits: number) =>
      `${of.networkAddressFromCIDR(`${text}/${bits}`).toString()}/${bits}`;
    return {
      address: range(address),
      network: range(network),
      allocation: range(allocation),
    };
  };
}

const rangesOfIPv4 = ranges({ address: 32, network: 24, allocation: 16 });
const rangesOfIPv6 = ranges({ address: 64, network: 48, allocation: 32 });

/** Size of the cache. Computing ranges takes longer than using them. */
const mostKept = 10_000;

const kept = new Map<string, Ranges>();

function findRanges(ip: string): Ranges {
  if (!ipaddr.isValid(ip)) {
    return { address: ip, network: ip, allocation: ip };
  }
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? rangesOfIPv4(address.toString(), ipaddr.IPv4)
    : rangesOfIPv6(address.toString(), ipaddr.IPv6);
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
