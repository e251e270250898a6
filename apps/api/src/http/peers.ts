import { BlockList, isIPv4 } from 'node:net';
import { parseRange } from '../settings/trusted-ranges.ts';

/**
 * Such an address may be a proxy with many clients that TRUST_PROXY does not name
 * (RFC 1918, 4193, 6598).
 */
const privateRanges = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
];

/** IPv4 from an IPv6 socket is in IPv4's ranges too. */
function lookUpIn(ranges: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const { network, bits, kind } of ranges.map(parseRange)) {
    list.addSubnet(network, bits, kind);
  }
  return (ip) => list.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6');
}

export type Peers = {
  /** Whether `TRUST_PROXY` names any address. */
  hasTrusted: boolean;
  /** Whether `TRUST_PROXY` includes the address. */
  isTrusted(ip: string): boolean;
  /** Whether the address is private, loopback or shared. */
  isPrivate(ip: string): boolean;
};

/** @param trustProxy addresses and CIDR ranges */
export const readPeers = (trustProxy: readonly string[]): Peers => ({
  hasTrusted: trustProxy.length > 0,
  isTrusted: lookUpIn(trustProxy),
  isPrivate: lookUpIn(privateRanges),
});
