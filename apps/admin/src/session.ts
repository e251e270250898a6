import { createStore } from './store.ts';
import { askTabs, listenToTabs, signOutTabs } from './tabs.ts';

const tokenKey = 'namecard.token';

/**
 * The session in this tab. The token lives in each tab's sessionStorage, is handed to another tab of this app that asks, and is
 * sent in a header, nowhere else.
 */
type TabSession = {
  token: string | null;
  /** Whether other tabs are being asked for their session. */
  asking: boolean;
  /** Whether the server ended it: the same person may go on after signing in again. */
  ended: boolean;
  /** Changes with each person, and after a sign-out: nothing is kept from one to the next. */
  person: number;
};

const kept = sessionStorage.getItem(tokenKey);

export const session = createStore<TabSession>({
  token: kept,
  asking: kept === null,
  ended: false,
  person: 0,
});

function change(next: Omit<TabSession, 'asking'>): void {
  if (next.token === null) {
    sessionStorage.removeItem(tokenKey);
  } else {
    sessionStorage.setItem(tokenKey, next.token);
  }
  session.set({ ...next, asking: false });
}

/** @param isSamePerson whether this person's own session ended before */
export function beginSession(token: string, isSamePerson: boolean): void {
  const { ended, person } = session.get();
  change({ token, ended: false, person: ended && isSamePerson ? person : person + 1 });
}

/** Forgets the token in this tab. */
export const forgetSession = () =>
  change({ token: null, ended: false, person: session.get().person + 1 });

/** Forgets the token in every tab because the person signs out. */
export function leaveSession(): void {
  forgetSession();
  signOutTabs();
}

/** Forgets a token because the server rejected it. */
export function loseSession(rejected: string): void {
  if (session.get().token === rejected) {
    change({ ...session.get(), token: null, ended: true });
  }
}

/**
 * The session's token. Where the session has ended, waits until somebody signs in; undefined where that is another person, or
 * nobody is signed in.
 */
export function openToken(signal: AbortSignal): Promise<string | undefined> {
  const { token, ended, person } = session.get();
  if (!ended) {
    return Promise.resolve(token ?? undefined);
  }
  return new Promise((resolve, reject) => {
    const stop = session.subscribe(() => {
      const now = session.get();
      if (!now.ended) {
        stop();
        resolve((now.person === person ? now.token : null) ?? undefined);
      }
    });
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
  });
}

async function joinSession(): Promise<void> {
  const token = await askTabs();
  change({ ...session.get(), token: token ?? null });
}

listenToTabs({ token: () => session.get().token, onSignOut: forgetSession });
if (kept === null) {
  void joinSession();
}
