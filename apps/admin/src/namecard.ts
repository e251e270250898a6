import { browserTabs, createClient } from '@namecard/client';
import { readClock } from './clock.ts';
import { tabStorage } from './storage.ts';

/**
 * The answer to the request of the page's first script. It can be taken once, and only
 * by the app's first requests: kept for a later one, it would be old, or of the person
 * who was signed in before.
 */
function takeAhead(address: unknown): Promise<Response> | undefined {
  const asked: unknown = Reflect.get(window, 'namecardAhead');
  if (!(asked instanceof Map)) return undefined;
  const answer: unknown = asked.get(address);
  asked.delete(address);
  if (!(answer instanceof Promise)) {
    asked.clear();
    return undefined;
  }
  return answer.then((response: unknown) => {
    if (response instanceof Response) return response;
    throw new TypeError('The first script has kept something else than an answer.');
  });
}

/** Inputs by which people look for somebody. */
const searches = /"(text|actor|address)":/;

/** Posts a search: proxies log addresses with their query, and no bodies. */
function posted(
  address: string | URL | Request,
  init: RequestInit,
): [typeof address, RequestInit] {
  if (typeof address !== 'string') return [address, init];
  const [path = '', input = ''] = address.split('&input=');
  const body = decodeURIComponent(input);
  if (!searches.test(body)) return [address, init];
  const headers = new Headers(init.headers);
  headers.set('content-type', 'application/json');
  return [path, { ...init, method: 'POST', headers, body }];
}

/**
 * The client of the service. The session's token is in the sessionStorage of each
 * tab. Other tabs of this app get it on request. It is sent only in a header. Any
 * page of the origin could ask for it, so no other page there may run scripts.
 */
export const namecard = createClient({
  url: '',
  storage: tabStorage,
  tabs: browserTabs(),
  waitForSignIn: true,
  timeout: 15_000,
  // A person is waiting.
  backOff: { longestWait: 3_000 },
  fetch: async (asked, given = {}) => {
    const [address, init] = posted(asked, given);
    // Browsers limit requests that outlive a page to 64 kB in total.
    const isSmall = typeof init.body === 'string' && init.body.length < 16_000;
    const ahead = takeAhead(address);
    const response = await (ahead ?? fetch(address, { ...init, keepalive: isSmall }));
    readClock(response);
    return response;
  },
});

export const { session } = namecard;

export const isSignedIn = (): boolean => session.get().status === 'signed in';
