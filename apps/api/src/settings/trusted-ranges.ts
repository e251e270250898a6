import ipaddr from 'ipaddr.js';

/** An address or a CIDR range. IPv4 may be written as IPv6: `::ffff:10.0.0.0/104` is `10.0.0.0/8`. */
export function parseRange(range: string) {
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

/** What the start and `doctor` say of proxies that may be there and are not in `TRUST_PROXY`. */
export const unnamedProxies =
  'Private addresses that TRUST_PROXY does not name have no bounds of their own: connections and unfinished requests behind them are bounded in all only';
