import { createClient, type Client, type ClientOptions } from './client.ts';
import { NamecardError } from './error.ts';
import { fieldErrors } from './field-errors.ts';
import type { User } from './procedures.ts';
import type { SignIn } from './sign-in.ts';

/** No script can read the cookie. It lasts a year, as the service ends sessions. */
const kept = {
  httpOnly: true,
  sameSite: 'lax',
  maxAge: 365 * 24 * 60 * 60,
  path: '/',
} as const;

export type VisitorOptions = Omit<ClientOptions, 'storage' | 'tabs' | 'token'> & {
  /** `await cookies()` of `next/headers`. */
  cookies: {
    get(name: string): { value: string } | undefined;
    set(name: string, value: string, options: typeof kept & { secure: boolean }): unknown;
    delete(name: string): unknown;
  };
  /** `await headers()` of `next/headers`. */
  headers: Pick<Headers, 'get'>;
};

/**
 * The service believes the visitor's address if its `TRUST_PROXY` names this
 * server. Visitors can forge it, so the proxy in front of this server must replace
 * it.
 */
const passedOn = ['x-forwarded-for', 'accept-language', 'user-agent'];

/**
 * A client that acts for the visitor of one request. It keeps the session in the
 * cookie `namecard.token`. It repeats nothing, since a page that is
 * rendered would wait for it.
 */
export function visitorClient({
  cookies,
  headers,
  fetch: send = fetch,
  ...options
}: VisitorOptions): Client {
  // Next sets this header, or the proxy before it.
  const secure = headers.get('x-forwarded-proto') !== 'http';
  return createClient({
    backOff: { retries: 0 },
    ...options,
    storage: {
      getItem: (key) => cookies.get(key)?.value ?? null,
      setItem: (key, token) => cookies.set(key, token, { ...kept, secure }),
      removeItem: (key) => {
        try {
          cookies.delete(key);
        } catch {
          // Next forbids it while a page is rendered. The next action deletes it.
        }
      },
    },
    fetch: (input, init) => {
      const sent = new Headers(init?.headers);
      for (const name of passedOn) {
        const value = headers.get(name);
        if (value !== null) sent.set(name, value);
      }
      return send(input, { ...init, headers: sent, cache: 'no-store' });
    },
  });
}

const failure = ({
  reason,
  message,
  status,
  issues,
  retryAfter,
  ticket,
  rawReason,
}: NamecardError) => ({ reason, message, status, issues, retryAfter, ticket, rawReason });

type Failure = ReturnType<typeof failure> & {
  /** What is wrong with each field. See `fieldErrors`. */
  fields: Record<string, string>;
};

/** In production Next hides errors of actions from the browser, so they are results. */
export type Outcome<Result> = { ok: true; result: Result } | ({ ok: false } & Failure);

/** Failed calls become results. All else is thrown on, such as Next's `redirect()`. */
export async function outcomeOf<Result>(
  work: () => Promise<Result>,
): Promise<Outcome<Result>> {
  try {
    return { ok: true, result: await work() };
  } catch (error) {
    if (!(error instanceof NamecardError)) throw error;
    return { ok: false, ...failure(error), fields: fieldErrors(error) };
  }
}

/** The result, in the browser. Throws the `NamecardError` of a failed call. */
export function resultOf<Result>(outcome: Outcome<Result>): Result {
  if (outcome.ok) return outcome.result;
  throw new NamecardError(outcome.reason, outcome.message, {
    ...outcome,
    issues: [...outcome.issues],
  });
}

type Input<Call extends 'sendCode' | 'verifyCode'> = Parameters<SignIn[Call]>[0];

/**
 * The sign-in, for the functions of a file with `'use server'`.
 * @param client makes the client of the visitor, anew for each request
 */
export function asActions(client: () => Client | Promise<Client>) {
  return {
    sendCode: (input: Input<'sendCode'>) =>
      outcomeOf(async () => (await client()).sendCode(input)),
    verifyCode: (input: Input<'verifyCode'>): Promise<Outcome<User>> =>
      outcomeOf(async () => (await client()).verifyCode(input)),
    signOut: () => outcomeOf(async () => (await client()).signOut()),
  };
}

type Steps<Value> = Pick<Value, Extract<keyof Value, 'sendCode' | 'verifyCode'>>;

/** The actions for `useSignIn`. Calls run on the server; the page has no token. */
export function fromActions(actions: Steps<ReturnType<typeof asActions>>): Steps<SignIn> {
  return {
    // Only the input is passed, since an action takes no signal.
    sendCode: async (input) => resultOf(await actions.sendCode(input)),
    verifyCode: async (input) => resultOf(await actions.verifyCode(input)),
  };
}
