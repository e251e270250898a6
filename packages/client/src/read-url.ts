const needed =
  'createClient needs `url`: where the service is, such as "https://namecard.example.com", or "" for the page’s own origin.';

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
  if (/\/(api\/v\d+|trpc|docs|admin)$/.test(address)) {
    throw new TypeError(
      `${needed} Leave out the path of "${url}": the client knows the paths.`,
    );
  }
  return address;
}
