import { browserTabs, createClient } from '@namecard/client';
import { readClock } from './clock.ts';
import { tabStorage } from './storage.ts';

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
  fetch: async (...request) => {
    const response = await fetch(...request);
    readClock(response);
    return response;
  },
});

export const { session } = namecard;

export const isSignedIn = (): boolean => session.get().status === 'signed in';
