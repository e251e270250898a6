/** Every page of the origin could listen here: that none but this app has a script there keeps the token among its tabs. */
const channel = new BroadcastChannel('namecard.session');

/** Milliseconds in which another tab has to answer. */
const timeout = 300;

const signedOut = 'signed out';

function textOf(message: unknown, key: 'ask' | 'answer' | 'token'): string | undefined {
  const value: unknown =
    typeof message === 'object' && message !== null ? Reflect.get(message, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}

type Listener = { token: () => string | null; onSignOut: () => void };

/** Hands the token to each tab that asks for it, and hears when another tab signs out. */
export function listenToTabs({ token, onSignOut }: Listener): void {
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const nonce = textOf(data, 'ask');
    const held = token();
    if (data === signedOut) {
      onSignOut();
    } else if (nonce !== undefined && held !== null) {
      channel.postMessage({ answer: nonce, token: held });
    }
  });
}

export const signOutTabs = () => channel.postMessage(signedOut);

/** The token of another tab. Undefined where none answers in time, or somebody signs out meanwhile. */
export function askTabs(): Promise<string | undefined> {
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const stop = new AbortController();
  return new Promise((resolve) => {
    const settle = (token?: string) => {
      stop.abort();
      resolve(token);
    };
    const hear = ({ data }: MessageEvent<unknown>) => {
      if (data === signedOut || textOf(data, 'answer') === nonce) {
        settle(textOf(data, 'token'));
      }
    };
    channel.addEventListener('message', hear, { signal: stop.signal });
    channel.postMessage({ ask: nonce });
    setTimeout(settle, timeout);
  });
}
