import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's host service in each virtual machine. The address looks public. */
const azureHost = '168.63.129.16';

/** The IPv6 addresses that are assigned to the internet (RFC 4291, 2.4). */
const internet = ipaddr.IPv6.parseCIDR('2000::/3');

/** NAT64: the last four bytes are an IPv4 address (RFC 6052, 2.1). */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

const isPublic = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && address.toString() !== azureHost;

/**
 * Whether an IP address is public. A NAT64 address is as public as its IPv4
 * address. Other IPv6 addresses that contain an IPv4 address are refused: mapped,
 * 6to4, Teredo and a network's own NAT64 prefix.
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
