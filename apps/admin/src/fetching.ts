import { loseSession, openToken } from './session.ts';

/** Milliseconds after which an answer is no longer waited for. */
const patience = 15_000;

type Address = RequestInfo | URL;

type Options = Omit<RequestInit, 'signal'> & { signal?: AbortSignal | null | undefined };

const never = new AbortController().signal;

/** Fetches, for a while. */
export const fetchPatiently = (address: Address, options: Options = {}): Promise<Response> =>
  fetch(address, {
    ...options,
    signal: AbortSignal.any([options.signal ?? never, AbortSignal.timeout(patience)]),
  });

function isTokenRefusal(answer: unknown): boolean {
  const reason: unknown = ['error', 'data', 'reason'].reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    answer,
  );
  return reason === 'TOKEN_INVALID';
}

const partlyRefused = 207;
const refused = 401;

/** Whether the token was refused, for all calls of a request or for some. */
async function refusesToken(response: Response): Promise<boolean> {
  if (response.status !== refused && response.status !== partlyRefused) {
    return false;
  }
  const answers: unknown = await response.clone().json();
  return Array.isArray(answers) && answers.some(isTokenRefusal);
}

/**
 * Fetches with the session's token. A session that has ended is a pause: what was asked goes on by itself after the person
 * signed in again. Nothing is done twice by it, since a refused token does nothing.
 */
export async function fetchInSession(address: Address, options: Options = {}): Promise<Response> {
  const signal = options.signal ?? never;
  const token = await openToken(signal);
  const headers = new Headers(options.headers);
  if (token !== undefined) {
    headers.set('authorization', `Bearer ${token}`);
  }
  const response = await fetchPatiently(address, { ...options, headers });
  if (token === undefined || !(await refusesToken(response))) {
    return response;
  }
  loseSession(token);
  if (response.status === partlyRefused || (await openToken(signal)) === undefined) {
    return response;
  }
  return fetchInSession(address, options);
}
