import { once } from './once.ts';

type Listener = {
  /** The token that this tab holds. */
  token: () => string | null;
  onSignOut: () => void;
};

/** The other tabs of this browser in which the same program runs. */
export type Tabs = {
  /** The token of another tab. Undefined where none answers in time, or somebody signs out meanwhile. */
  ask: () => Promise<string | undefined>;
  /** Hands the token to each tab that asks for it, and hears when another tab signs out. */
  listen: (listener: Listener) => void;
  /** Has the other tabs forget their token. */
  signOut: () => void;
};

/** Milliseconds in which another tab has to answer. */
const timeout = 300;

const signedOut = 'signed out';

/** What an answer is told apart by. It need not be secret: each page of the origin hears it. */
const newNonce = (): string => `${Date.now()} ${Math.random()}`;

function textOf(message: unknown, key: 'ask' | 'answer' | 'token'): string | undefined {
  if (typeof message !== 'object' || message === null) {
    return undefined;
  }
  const value: unknown = Reflect.get(message, key);
  return typeof value === 'string' ? value : undefined;
}

/**
 * Shares a session that is kept in `sessionStorage` with the other tabs of a browser: a new one is handed the token, and signing
 * out ends them all. For browsers alone, and for origins where no page has a script that must not have the token: each could ask.
 * Where there is no `BroadcastChannel`, each tab has a session of its own.
 * @param name of the `BroadcastChannel`
 */
export function browserTabs(name = 'namecard.session'): Tabs {
  // Not before it is used: on a server, an open channel would keep the process from ending.
  const open = once(() => new BroadcastChannel(name));
  const hear = (listener: (data: unknown) => void) => {
    const channel = open();
    const pass = (event: Event) => listener(Reflect.get(event, 'data'));
    channel.addEventListener('message', pass);
    return () => channel.removeEventListener('message', pass);
  };
  if (typeof BroadcastChannel === 'undefined') {
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
