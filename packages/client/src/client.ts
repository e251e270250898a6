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
import { memoryStorage, type TokenStorage } from './token-storage.ts';

export type ClientOptions = {
  /**
   * Where the service is, such as `https://namecard.example.com`; an empty string is the page's own origin. A `TypeError` is thrown for
   * what can't be one.
   */
  url: string;
  /**
   * Where the token is kept, or how to reach that: `() => sessionStorage`, which is called when the token is first asked for, and may
   * throw. In memory unless given.
   */
  storage?: TokenStorage | (() => TokenStorage);
  /** Under which the storage has the token: `namecard.token` unless given. */
  storageKey?: string;
  /** Shares the session with the other tabs of the browser: `browserTabs()`, for a token that is kept in `sessionStorage`. */
  tabs?: Tabs;
  /** Called once when the service has ended the session: the token is forgotten, and it is time to sign in again. */
  onSessionEnded?: (error: NamecardError) => void;
  /**
   * Whether calls wait when the service has ended the session, instead of failing: they are made when the same person has signed
   * in again (`verifyCode`'s `isSamePerson`), and fail with `TOKEN_INVALID` when another has, or after `signOut`.
   */
  waitForSignIn?: boolean;
  /** Milliseconds in which an attempt has to be answered: 30,000 unless given. */
  timeout?: number;
  /** How calls are repeated: 3 times, after about 300 ms and twice as long each time, at most 20,000, unless given. */
  backOff?: Partial<BackOff>;
  /** Makes the requests; the global `fetch` unless given. */
  fetch?: typeof fetch;
};

export type Client = SignIn & {
  /** Every procedure of the service, typed: `api.profiles.list.query({ page: 2 })`. */
  api: TRPCClient<AppRouter>;
  /** Whether somebody is signed in, and each change of that. */
  session: ObservableSession;
};

const defaultBackOff: BackOff = { retries: 3, firstWait: 300, longestWait: 20_000 };

/** A client of the service. Every call may be given a `signal`, and fails with a `NamecardError`. */
export function createClient(options: ClientOptions): Client {
  const { timeout = 30_000, backOff } = options;
  const { storage = memoryStorage, storageKey = 'namecard.token', tabs } = options;
  const url = readUrl(options.url);
  const reach = typeof storage === 'function' ? storage : () => storage;
  const session = openSession({ storage: reach, storageKey, tabs });
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
