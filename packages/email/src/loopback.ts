import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** By the rules of the domain name system, with or without the root's dot (RFC 6761, 6.3). */
const localhost = /^localhost\.?$/i;

/**
 * Whether a host is this machine: `localhost`, or an address of the loopback. It may stand in
 * brackets. Any other name could lead elsewhere, whatever it begins or ends with.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  if (version === 0) return localhost.test(host);
  // An IPv4 address within an IPv6 one (::ffff:127.0.0.1) is judged as that.
  return loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
