/** The two options from which Postmark's client builds every address. */
export type ApiAddress = { useHttps: boolean; requestHost: string };

/**
 * Splits a base address such as `http://127.0.0.1:9000/mail/` into the client's options. The client
 * puts its own path straight behind `requestHost`, so the host carries port and path prefix.
 * @throws {TypeError} for what is not an http(s) address, or has credentials, a query or a fragment;
 * the message does not repeat the address, which may hold a secret.
 */
export function parseApiAddress(address: string): ApiAddress {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TypeError('The email API address must be an http or https address.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError(
      'The email API address must have no credentials, no query and no fragment.',
    );
  }
  return {
    useHttps: url.protocol === 'https:',
    requestHost: url.host + url.pathname.replace(/\/+$/, ''),
  };
}
