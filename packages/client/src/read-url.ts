const needed =
  'createClient needs `url`: where the service is, such as "https://namecard.example.com", or "" for the page’s own origin.';

/**
 * Paths of the service itself. A page may serve it at its own `/api`. Behind `//` stands a
 * host, such as `http://api` in a cluster.
 */
const ownPath =
  /(^|[^/])\/(api\/v\d+(\/.*)?|trpc(\/.*)?|docs|admin(\/.*)?|sign-in|me|@[^/]*)$|^http.+[^/]\/api$/i;

/** No part of a URL is read: that throws in older React Natives. */
function isWebAddress(address: string): boolean {
  try {
    void new URL(address);
    return !/[\s\\]|\/\/[^/]*@/.test(address);
  } catch {
    return false;
  }
}

/** Removes slashes at the end. Throws a `TypeError` if it is not valid. */
export function readUrl(url: unknown): string {
  if (typeof url !== 'string') {
    throw new TypeError(`${needed} It is ${String(url)}.`);
  }
  const address = url.trim().replace(/\/+$/, '');
  if (address === '') return '';
  if (!/^(https?:\/\/[^/]|\/[^/])/i.test(address)) {
    throw new TypeError(`${needed} "${url}" begins neither with https:// nor with /.`);
  }
  if (/[?#]/.test(address)) {
    throw new TypeError(`${needed} Leave out "?" and "#" of "${url}", and what follows.`);
  }
  if (!address.startsWith('/') && !isWebAddress(address)) {
    throw new TypeError(
      `${needed} "${url}" is not the address of a server, or has a name and a password.`,
    );
  }
  if (ownPath.test(address)) {
    throw new TypeError(
      `${needed} Leave out the path of "${url}": the client knows the paths.`,
    );
  }
  return address;
}
