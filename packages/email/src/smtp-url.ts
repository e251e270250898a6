import type { SmtpServer } from './smtp-conversation.ts';

const defaultPorts = new Map([
  ['smtp:', 587],
  ['smtps:', 465],
]);

/**
 * Reads `smtp://user:password@host:587` (STARTTLS) or `smtps://` (TLS at once).
 * @throws {TypeError} without repeating the address, which may hold a password
 */
export function parseSmtpUrl(address: string): Omit<SmtpServer, 'name'> {
  const url = URL.parse(address);
  const port = url === null ? undefined : defaultPorts.get(url.protocol);
  const rest =
    url === null ? '' : url.pathname.replace(/^\/$/, '') + url.search + url.hash;
  if (url === null || port === undefined || url.hostname === '' || rest !== '') {
    throw new TypeError(
      'The SMTP address must be like smtp://user:password@host:587 or smtps://user:password@host:465.',
    );
  }
  if ((url.username === '') !== (url.password === '')) {
    throw new TypeError('The SMTP address must have a user and a password, or neither.');
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? port : Number(url.port),
    isTls: url.protocol === 'smtps:',
    ...(url.username !== '' && {
      login: { user: decode(url.username), pass: decode(url.password) },
    }),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new TypeError(
      'The user and the password of the SMTP address must be percent-encoded.',
    );
  }
}
