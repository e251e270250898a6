import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

type Request = Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>;

const isPlain = (origin: string) => origin.startsWith('http:');

/** Whether no stranger's DNS can make this name point to the service. */
function isSafeName(name: string): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 || name === 'localhost' || name.endsWith('.local');
}

/** The address of the page in the browser, if the form's `Origin` agrees with it. */
function visitedAddress({ headers, protocol, host }: Request): URL | undefined {
  const origin = `${protocol}://${host}`;
  return headers.origin === origin ? (URL.parse(origin) ?? undefined) : undefined;
}

/**
 * Whether one of our own pages sent the form. Browsers say so in `Sec-Fetch-Site`, but
 * not over plain HTTP, unless it is to this machine. Then `Origin` must be the public
 * one. A service over plain HTTP may have other addresses in its network: then `Origin`
 * may also be the address of the request. A request with neither header is refused.
 * @param origin the public one
 */
export function isOwnForm(request: Request, origin: string): boolean {
  const { 'sec-fetch-site': site, origin: sender } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  if (sender === origin) return true;
  const visited = visitedAddress(request);
  return visited !== undefined && isPlain(origin) && isSafeName(visited.hostname);
}

/** Whether the form is of a page of ours that has another address than the public one. */
export const isAtOtherAddress = (request: Request): boolean =>
  request.headers['sec-fetch-site'] === undefined &&
  visitedAddress(request) !== undefined;
