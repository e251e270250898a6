import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether one of our own pages sent the form. Browsers say so in `Sec-Fetch-Site`.
 * Older browsers, and pages over plain HTTP, send only the page's origin. A request
 * with neither header is refused.
 */
export function isOwnForm(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}
