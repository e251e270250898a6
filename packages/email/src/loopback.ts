import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** With or without the root's dot (RFC 6761, 6.3). */
const localhost = /^localhost\.?$/i;

/** For `localhost` and loopback addresses. Other names could lead elsewhere. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  if (version === 0) return localhost.test(host);
  // An IPv4 address in an IPv6 one (::ffff:127.0.0.1) is checked as IPv4.
  return loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
