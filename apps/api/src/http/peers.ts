import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Behind one such address there may be a proxy that nobody has named, and with it any number of clients (RFC 1918, 4193, 6598). */
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

/** An address or a CIDR range. IPv4 may be written as IPv6: `::ffff:10.0.0.0/104` is `10.0.0.0/8`. */
function parseRange(range: string) {
  const [ip = '', length] = range.split('/');
  const address = ipaddr.process(ip);
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  const mapped = bits === 32 && ip.includes(':') ? 96 : 0;
  const given = length === undefined ? bits : Math.max(0, Number(length) - mapped);
  return { network: address.toString(), bits: given, kind: address.kind() };
}

/** Bits of the largest networks that one organization has: 10.0.0.0/8 and fc00::/7. */
const fewestBits = { ipv4: 8, ipv6: 7 };

/** Whether a range of `TRUST_PROXY` is so large that it holds strangers. */
export function trustsStrangers(range: string): boolean {
  const { bits, kind } = parseRange(range);
  return bits < fewestBits[kind];
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const { network, bits, kind } of ranges.map(parseRange)) {
    list.addSubnet(network, bits, kind);
  }
  return list;
}

/** Addresses whose kind is kept: each look at all connections asks for it. */
const mostKept = 10_000;

/** Whether an address is on the list. */
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
  /** Whether `TRUST_PROXY` names the address. */
  isTrusted(ip: string): boolean;
  /** Whether the address is a private, loopback or shared one. */
  isPrivate(ip: string): boolean;
};

/** @param trustProxy addresses and CIDR ranges */
export const readPeers = (trustProxy: readonly string[]): Peers => ({
  isTrusted: lookUpIn(trustProxy),
  isPrivate: lookUpIn(privateRanges),
});
