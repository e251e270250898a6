import { createStore } from './store.ts';

const tokenKey = 'namecard.token';

/** The session in this tab. The token lives in sessionStorage and is sent in a header, nowhere else. */
type TabSession = {
  token: string | null;
  /** Whether the server ended it: whoever signed in may go on where they were. */
  ended: boolean;
  /** Another number for each person, or for the same one after they left: nothing is kept from one to the next. */
  person: number;
};

export const session = createStore<TabSession>({
  token: sessionStorage.getItem(tokenKey),
  ended: false,
  person: 0,
});

function change(next: TabSession): void {
  if (next.token === null) {
    sessionStorage.removeItem(tokenKey);
  } else {
    sessionStorage.setItem(tokenKey, next.token);
  }
  session.set(next);
}

/** @param isSamePerson whether it is the person whose session ended, who goes on */
export function beginSession(token: string, isSamePerson: boolean): void {
  const { ended, person } = session.get();
  change({ token, ended: false, person: ended && isSamePerson ? person : person + 1 });
}

/** Forgets the token because the person asked for it. */
export const leaveSession = () =>
  change({ token: null, ended: false, person: session.get().person + 1 });

/** Forgets a token because the server rejected it. */
export function loseSession(rejected: string): void {
  if (session.get().token === rejected) {
    change({ ...session.get(), token: null, ended: true });
  }
}

/**
 * The token to ask with. Where the session has ended it comes as soon as the same person is signed in again; it is undefined
 * where they left instead, or never were.
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
