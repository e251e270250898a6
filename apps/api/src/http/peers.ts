import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';
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

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const { network, bits, kind } of ranges.map(parseRange)) {
    list.addSubnet(network, bits, kind);
  }
  return list;
}

/** Most cached addresses. Each connection and each forwarded request needs one. */
const mostKept = 10_000;

function lookUpIn(ranges: readonly string[]): (ip: string) => boolean {
  const list = listOf(ranges);
  const isListed = (address: ReturnType<typeof ipaddr.process>) =>
    list.check(address.toString(), address.kind());
  const kept = new Map<string, boolean>();
  return (ip) => {
    const known = kept.get(ip);
    if (known !== undefined) {
      return known;
    }
    if (kept.size === mostKept) {
      kept.clear();
    }
    const isOn = ipaddr.isValid(ip) && isListed(ipaddr.process(ip));
    kept.set(ip, isOn);
    return isOn;
  };
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
