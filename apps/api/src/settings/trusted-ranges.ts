import ipaddr from 'ipaddr.js';

/** IPv4 may be written as IPv6: `::ffff:10.0.0.0/104` is `10.0.0.0/8`. */
export function parseRange(range: string) {
  const [ip = '', length] = range.split('/');
  const address = ipaddr.process(ip);
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  const mapped = bits === 32 && ip.includes(':') ? 96 : 0;
  const given = length === undefined ? bits : Math.max(0, Number(length) - mapped);
  return { network: address.toString(), bits: given, kind: address.kind() };
}

/** Prefix bits of the largest private networks: 10.0.0.0/8 and fc00::/7. */
const fewestBits = { ipv4: 8, ipv6: 7 };

/** Whether a trusted range is so large that it includes strangers. */
export function trustsStrangers(range: string): boolean {
  const { bits, kind } = parseRange(range);
  return bits < fewestBits[kind];
}

/** Logged at the start and printed by `doctor`. */
export const unnamedProxies =
  'Private addresses outside TRUST_PROXY may stand for many clients: to their connections, only the limit for all clients together applies';
