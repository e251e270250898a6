import type { AppRouter } from '@namecard/router';
import { createTRPCClient, type TRPCClient } from '@trpc/client';
import type { BackOff } from './back-off.ts';
import type { NamecardError } from './error.ts';
import { guardSession } from './guard-session.ts';
import { serviceLink } from './http-link.ts';
import { repeatLink } from './repeat-link.ts';
import { openSession } from './session.ts';
import { signInWith, type SignIn } from './sign-in.ts';
import { memoryStorage, type TokenStorage } from './token-storage.ts';

export type ClientOptions = {
  /** Where the service is, such as `https://namecard.example.com`; an empty string is the page's own origin. */
  url: string;
  /** Where the token is kept; in memory unless given. */
  storage?: TokenStorage;
  /** Under which the storage has the token: `namecard.token` unless given. */
  storageKey?: string;
  /** Called once when the service has ended the session: the token is forgotten, and it is time to sign in again. */
  onSessionEnded?: (error: NamecardError) => void;
  /** Milliseconds in which an attempt has to be answered: 30,000 unless given. */
  timeout?: number;
  /** How calls are repeated: 3 times, after about 300 ms and twice as long each time, at most 20,000, unless given. */
  backOff?: Partial<BackOff>;
};

export type Client = SignIn & {
  /** Every procedure of the service, typed: `api.profiles.list.query({ page: 2 })`. */
  api: TRPCClient<AppRouter>;
};

const defaultBackOff: BackOff = { retries: 3, firstWait: 300, longestWait: 20_000 };

/** A client of the service. Every call may be given a `signal`, and fails with a `NamecardError`. */
export function createClient(options: ClientOptions): Client {
  const { url, timeout = 30_000, backOff, onSessionEnded } = options;
  const { storage = memoryStorage(), storageKey = 'namecard.token' } = options;
  const session = openSession(storage, storageKey);
  const { tokenFor, onFailure } = guardSession(session, onSessionEnded);
  const api = createTRPCClient<AppRouter>({
    links: [
      repeatLink({ backOff: { ...defaultBackOff, ...backOff }, onFailure }),
      serviceLink({ url, timeout, tokenFor }),
    ],
  });
  return { api, ...signInWith(api, session) };
}
