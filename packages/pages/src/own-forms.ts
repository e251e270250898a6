import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form was sent by one of our own pages. Browsers say so in `Sec-Fetch-Site`. Those that don't know it, and pages over
 * plain HTTP, still name the page's origin. A request that says neither is nobody's form.
 */
export function isOwnForm(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}
