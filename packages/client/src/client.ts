import type { AppRouter } from '@namecard/router';
import { createTRPCClient, type TRPCClient } from '@trpc/client';
import { askWithin } from './ask.ts';
import type { BackOff } from './back-off.ts';
import type { Tabs } from './browser-tabs.ts';
import type { NamecardError } from './error.ts';
import { guardSession } from './guard-session.ts';
import { serviceLink } from './http-link.ts';
import { readUrl } from './read-url.ts';
import { repeatLink } from './repeat-link.ts';
import { openSession } from './session.ts';
import type { ObservableSession } from './session-state.ts';
import { signInWith, type SignIn } from './sign-in.ts';
import { fixedStorage, memoryStorage, type TokenStorage } from './token-storage.ts';

export type ClientOptions = {
  /**
   * The service's address, such as `https://namecard.example.com`. An empty
   * string is the page's own origin. An address that can't be one throws a
   * `TypeError`.
   */
  url: string;
  /**
   * The storage of the token, or a function that returns it: `() =>
   * sessionStorage`. The function is called when the token is first needed, and
   * may throw. Default: memory.
   */
  storage?: TokenStorage | (() => TokenStorage);
  /**
   * A service key, for a program without a person. Instead of `storage`. If the
   * environment lacks it (undefined), `createClient` throws.
   */
  token?: string | undefined;
  /** Shares a session in `sessionStorage` with other tabs: `browserTabs()`. */
  tabs?: Tabs;
  /**
   * Called once when the service has ended the session. The token is already
   * forgotten: ask for a sign-in.
   */
  onSessionEnded?: (error: NamecardError) => void;
  /**
   * Makes calls wait when the service has ended the session, instead of failing.
   * They go out when the same person signs in again (`isSamePerson` of
   * `verifyCode`). They fail with `TOKEN_INVALID` when another person signs in,
   * or after `signOut`.
   */
  waitForSignIn?: boolean;
  /** Milliseconds for the answer to an attempt; default: 30,000. */
  timeout?: number;
  /** Default: 3 repeats, after about 300 ms, doubling up to 20,000 ms. */
  backOff?: Partial<BackOff>;
  fetch?: typeof fetch;
};

export type Client = SignIn & {
  /** Every procedure, typed: `api.profiles.list.query({ page: 2 })`. */
  api: TRPCClient<AppRouter>;
  session: ObservableSession;
};

const defaultBackOff: BackOff = { retries: 3, firstWait: 300, longestWait: 20_000 };

function storageOf(options: ClientOptions) {
  const { token, storage = memoryStorage } = options;
  if (!('token' in options)) return storage;
  if (token === undefined || !/^[\w.~+/=-]+$/.test(token)) {
    throw new TypeError(
      '`token` is not a token. Give a service key as it was shown, without "Bearer" and line breaks.',
    );
  }
  return fixedStorage(token);
}

/** Every call takes a `signal`, and fails with a `NamecardError`. */
export function createClient(options: ClientOptions): Client {
  const { timeout = 30_000, backOff, tabs } = options;
  const url = readUrl(options.url);
  const storage = storageOf(options);
  const reach = typeof storage === 'function' ? storage : () => storage;
  const session = openSession({ storage: reach, tabs });
  const guard = guardSession(session, options);
  const ask = askWithin(timeout, options.fetch);
  const api = createTRPCClient<AppRouter>({
    links: [
      repeatLink({ backOff: { ...defaultBackOff, ...backOff }, guard }),
      serviceLink({ url, fetch: ask, tokenFor: guard.tokenFor }),
    ],
  });
  const { get, getServerSnapshot, subscribe } = session;
  return {
    api,
    session: { subscribe, get, getServerSnapshot },
    ...signInWith(api, session),
  };
}
