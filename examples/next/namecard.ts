import { createClient, type Client } from '@namecard/client';
import { cookies, headers } from 'next/headers';

const cookie = 'session';

/** No script can read the cookie. It may last a year, because the service ends sessions. */
const kept = {
  httpOnly: true,
  sameSite: 'lax',
  secure: process.env.NODE_ENV === 'production' && process.env['INSECURE'] !== 'true',
  maxAge: 365 * 24 * 60 * 60,
  path: '/',
} as const;

/**
 * A client that acts for the visitor. It sends their session, their language and
 * their address. The service limits calls by this address, and believes it if its
 * `TRUST_PROXY` names this server.
 */
export async function namecard(): Promise<Client> {
  const [store, asked] = await Promise.all([cookies(), headers()]);
  // Visitors can forge this header, so the proxy in front of this server must replace it.
  const address = asked.get('x-forwarded-for');
  // The first mail to a newcomer is in this language.
  const language = asked.get('accept-language');
  return createClient({
    url: process.env['NAMECARD_URL'] ?? 'http://127.0.0.1:3000',
    storage: {
      getItem: () => store.get(cookie)?.value ?? null,
      setItem: (_, token) => store.set(cookie, token, kept),
      removeItem: () => {
        try {
          store.delete(cookie);
        } catch {
          // While a page is rendered, Next forbids this. The next action deletes the cookie.
        }
      },
    },
    fetch: (input, init) => {
      const sent = new Headers(init?.headers);
      if (address !== null) sent.set('x-forwarded-for', address);
      if (language !== null) sent.set('accept-language', language);
      return fetch(input, { ...init, headers: sent, cache: 'no-store' });
    },
  });
}
