import { isServer } from './is-server.ts';
import { once } from './once.ts';

type Listener = {
  token: () => string | null;
  onSignOut: () => void;
};

export type Tabs = {
  /** Undefined if no tab answers in time, or after a sign-out. */
  ask: () => Promise<string | undefined>;
  /** Gives the token to tabs that ask, and reports a sign-out in another tab. */
  listen: (listener: Listener) => void;
  /** Makes the other tabs forget their token. */
  signOut: () => void;
};

/** Milliseconds for another tab to answer. */
const timeout = 300;

const signedOut = 'signed out';

/** Matches answers to questions. Every page of the origin hears it. */
const newNonce = (): string => `${Date.now()} ${Math.random()}`;

function textOf(message: unknown, key: 'ask' | 'answer' | 'token'): string | undefined {
  if (typeof message !== 'object' || message === null) {
    return undefined;
  }
  const value: unknown = Reflect.get(message, key);
  return typeof value === 'string' ? value : undefined;
}

/**
 * Shares a session in `sessionStorage` with other tabs. A new tab gets the token,
 * and a sign-out is for all tabs. Every script of the origin can ask for the
 * token, so all of them must be trusted. Without `BroadcastChannel` each tab has
 * its own session. So has each client on a server, where a channel would also keep
 * the process from ending.
 * @param name of the `BroadcastChannel`
 */
export function browserTabs(name = 'namecard.session'): Tabs {
  const open = once(() => new BroadcastChannel(name));
  const hear = (listener: (data: unknown) => void) => {
    const channel = open();
    const pass = (event: Event) => listener(Reflect.get(event, 'data'));
    channel.addEventListener('message', pass);
    return () => channel.removeEventListener('message', pass);
  };
  if (typeof BroadcastChannel === 'undefined' || isServer()) {
    return { ask: async () => undefined, listen: () => {}, signOut: () => {} };
  }
  return {
    ask: () => {
      const nonce = newNonce();
      return new Promise((resolve) => {
        const settle = (token?: string) => {
          stop();
          resolve(token);
        };
        const stop = hear((data) => {
          if (data === signedOut || textOf(data, 'answer') === nonce) {
            settle(textOf(data, 'token'));
          }
        });
        open().postMessage({ ask: nonce });
        setTimeout(settle, timeout);
      });
    },
    listen: ({ token, onSignOut }) => {
      hear((data) => {
        const nonce = textOf(data, 'ask');
        const held = token();
        if (data === signedOut) {
          onSignOut();
        } else if (nonce !== undefined && held !== null) {
          open().postMessage({ answer: nonce, token: held });
        }
      });
    },
    signOut: () => open().postMessage(signedOut),
  };
}
