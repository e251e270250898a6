import { createContext, Script } from 'node:vm';

/** Newer than Chrome 105, Safari 16 or React Native's Hermes. */
const newer = `
  globalThis.window = globalThis;
  for (const [holder, names] of [
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom', 'symmetricDifference']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [RegExp, ['escape']],
    [Symbol, ['dispose', 'asyncDispose']],
    [Error, ['isError', 'captureStackTrace']],
    [globalThis, ['Iterator', 'Float16Array', 'SuppressedError', 'DisposableStack', 'AsyncDisposableStack', 'WebAssembly', 'SharedArrayBuffer', 'FinalizationRegistry', 'WeakRef']],
  ]) for (const name of names) delete holder[name];

  // As in older React Natives: no part of an address can be read.
  for (const name of ['username', 'password', 'origin', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'])
    Object.defineProperty(URL.prototype, name, { get() { throw new Error(\`URL.\${name} is not implemented\`); } });

  // As in React Native: without reason, throwIfAborted, any, timeout, option signal.
  class AbortController {
    signal = {
      aborted: false,
      listeners: new Set(),
      addEventListener(type, listener, options = {}) {
        if (options.signal) throw new TypeError('Listeners have no option signal here');
        this.listeners.add(listener);
      },
      removeEventListener(type, listener) { this.listeners.delete(listener); },
    };
    abort() {
      if (this.signal.aborted) return;
      this.signal.aborted = true;
      for (const listener of this.signal.listeners) listener({ type: 'abort' });
    }
  }
  globalThis.AbortController = AbortController;
  globalThis.fetch = (address, { signal, ...init } = {}) => send(address, init, (end) => {
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });
`;

type Init = { method?: string; headers?: Record<string, string>; body?: string };

/** The host's `fetch`, with the old signal. */
async function send(
  address: string,
  init: Init,
  onAbort: (end: () => void) => void,
): Promise<Response> {
  const controller = new AbortController();
  onAbort(() => controller.abort());
  return fetch(address, { ...init, signal: controller.signal });
}

/**
 * Runs a classic script with the common globals of React Native, Safari 16 and Chrome
 * 105. They lack `crypto`, `DOMException`, `structuredClone`, web
 * storage, `BroadcastChannel`, `TextDecoder`, `ReadableStream` and `navigator`.
 * @returns the value of the script's last expression
 */
export function runInOldest(script: string, given: Record<string, unknown>): unknown {
  const context = createContext({
    send,
    Headers,
    Response,
    URL: class extends URL {},
    URLSearchParams,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    performance: { now: () => performance.now() },
    console,
    ...given,
  });
  new Script(newer).runInContext(context);
  return new Script(script).runInContext(context);
}
