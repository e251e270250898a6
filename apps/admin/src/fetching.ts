import { readClock } from './clock.ts';
import { loseSession, openToken } from './session.ts';

/** Milliseconds after which an answer is no longer waited for. */
const timeout = 15_000;

type Address = RequestInfo | URL;

type Options = Omit<RequestInit, 'signal'> & { signal?: AbortSignal | null | undefined };

const never = new AbortController().signal;

export async function fetchWithTimeout(address: Address, options: Options = {}): Promise<Response> {
  const response = await fetch(address, {
    ...options,
    signal: AbortSignal.any([options.signal ?? never, AbortSignal.timeout(timeout)]),
  });
  readClock(response);
  return response;
}

function isTokenError(answer: unknown): boolean {
  const reason: unknown = ['error', 'data', 'reason'].reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    answer,
  );
  return reason === 'TOKEN_INVALID';
}

const multiStatus = 207;
const unauthorized = 401;

/** Whether the token was rejected, for all calls of a request or for some. */
async function rejectsToken(response: Response): Promise<boolean> {
  if (response.status !== unauthorized && response.status !== multiStatus) {
    return false;
  }
  const answers: unknown = await response.clone().json();
  return Array.isArray(answers) && answers.some(isTokenError);
}

/**
 * Fetches with the session's token. Where the session has ended, the request waits until the person has signed in again, and
 * is then repeated. That is safe: a call with a rejected token does nothing.
 */
export async function fetchInSession(address: Address, options: Options = {}): Promise<Response> {
  const signal = options.signal ?? never;
  const token = await openToken(signal);
  const headers = new Headers(options.headers);
  if (token !== undefined) {
    headers.set('authorization', `Bearer ${token}`);
  }
  const response = await fetchWithTimeout(address, { ...options, headers });
  if (token === undefined || !(await rejectsToken(response))) {
    return response;
  }
  loseSession(token);
  if (response.status === multiStatus || (await openToken(signal)) === undefined) {
    return response;
  }
  return fetchInSession(address, options);
}
