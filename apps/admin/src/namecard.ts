import { browserTabs, createClient } from '@namecard/client';
import { readClock } from './clock.ts';
import { tabStorage } from './storage.ts';

/** The answer to what the page's first script has asked for; it is taken once. */
function takeAhead(address: unknown): Promise<Response> | undefined {
  const asked: unknown = Reflect.get(window, 'namecardAhead');
  if (!(asked instanceof Map)) return undefined;
  const answer: unknown = asked.get(address);
  asked.delete(address);
  if (!(answer instanceof Promise)) return undefined;
  return answer.then((response: unknown) => {
    if (response instanceof Response) return response;
    throw new TypeError('The first script keeps answers alone.');
  });
}

/**
 * The service. The session's token lives in each tab's sessionStorage, is handed to another tab of this app that asks, and is
 * sent in a header, nowhere else. Every page of the origin could ask for it: that none but this app has a script there keeps it
 * among the app's tabs.
 */
export const namecard = createClient({
  url: '',
  storage: tabStorage,
  tabs: browserTabs(),
  waitForSignIn: true,
  timeout: 15_000,
  // Somebody is waiting.
  backOff: { longestWait: 3_000 },
  fetch: async (address, init = {}) => {
    // A request of some size may not outlive the page: browsers allow 64 kB in all.
    const isSmall = typeof init.body === 'string' && init.body.length < 16_000;
    const ahead = takeAhead(address);
    const response = await (ahead ?? fetch(address, { ...init, keepalive: isSmall }));
    readClock(response);
    return response;
  },
});

/** The token of the session, for a request that the page makes while it closes. */
export const tokenInTab = (): string => tabStorage.getItem('namecard.token') ?? '';

export const { session } = namecard;

export const isSignedIn = (): boolean => session.get().status === 'signed in';
