import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's own host within every machine there, at an address that looks like the internet's. */
const azureHost = '168.63.129.16';

/** All of IPv6 that is given out as internet (RFC 4291, 2.4). */
const internet = ipaddr.IPv6.parseCIDR('2000::/3');

/** A network without IPv4 reaches it by these: the last four bytes are the IPv4 address (RFC 6052, 2.1). */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

const isPublic = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && address.toString() !== azureHost;

/**
 * Whether an IP address is one of the internet. A translated address is judged by the IPv4
 * address that it leads to. Any other IPv6 address that holds an IPv4 one (mapped, 6to4,
 * Teredo, a translator's own prefix) is not.
 */
export function isOfInternet(text: string): boolean {
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublic(address);
  if (address.match(translated)) {
    return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  return address.match(internet) && address.range() === 'unicast';
}
