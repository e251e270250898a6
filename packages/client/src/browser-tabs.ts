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

/** 128 bits of chance. (`crypto.randomUUID` is missing on pages that are served over plain HTTP.) */
function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function textOf(message: unknown, key: 'ask' | 'answer' | 'token'): string | undefined {
  const value: unknown =
    typeof message === 'object' && message !== null
      ? Reflect.get(message, key)
      : undefined;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Shares a session that is kept in `sessionStorage` with the other tabs of a browser: a new one is handed the token, and signing
 * out ends them all. For browsers alone, and for origins where no page has a script that must not have the token: each could ask.
 * @param name of the `BroadcastChannel`
 */
export function browserTabs(name = 'namecard.session'): Tabs {
  const channel = new BroadcastChannel(name);
  const hear = (listener: (data: unknown) => void) => {
    const pass = (event: Event) => listener(Reflect.get(event, 'data'));
    channel.addEventListener('message', pass);
    return () => channel.removeEventListener('message', pass);
  };
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
        channel.postMessage({ ask: nonce });
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
          channel.postMessage({ answer: nonce, token: held });
        }
      });
    },
    signOut: () => channel.postMessage(signedOut),
  };
}
