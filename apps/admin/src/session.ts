import { useSyncExternalStore } from 'react';

const tokenKey = 'namecard.token';

/** What is known of the session in this tab. The token lives in sessionStorage and is sent in a header, nowhere else. */
type Session = {
  token: string | null;
  /** Whether the server ended it: whoever signed in may go on where they were. */
  ended: boolean;
  /** Another number for each person, or for the same one after they left: nothing is kept from one to the next. */
  person: number;
};

let session: Session = { token: sessionStorage.getItem(tokenKey), ended: false, person: 0 };

const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  if (next.token === null) {
    sessionStorage.removeItem(tokenKey);
  } else {
    sessionStorage.setItem(tokenKey, next.token);
  }
  for (const listener of listeners) {
    listener();
  }
}

/** Calls back after each change, until the returned function is called. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentSession = () => session;

/** @param isSamePerson whether it is the person whose session ended, who goes on */
export function beginSession(token: string, isSamePerson: boolean): void {
  const { ended, person } = session;
  change({ token, ended: false, person: ended && isSamePerson ? person : person + 1 });
}

/** Forgets the token because the person asked for it. */
export const leaveSession = () => change({ token: null, ended: false, person: session.person + 1 });

/** Forgets a token because the server refused it. */
export function loseSession(refused: string): void {
  if (session.token === refused) {
    change({ ...session, token: null, ended: true });
  }
}

/**
 * The token to ask with. Where the session has ended it comes as soon as the same person is signed in again; it is undefined
 * where they left instead, or never were.
 */
export function openToken(signal: AbortSignal): Promise<string | undefined> {
  const { token, ended, person } = session;
  if (!ended) {
    return Promise.resolve(token ?? undefined);
  }
  return new Promise((resolve, reject) => {
    const stop = onSessionChange(() => {
      if (!session.ended) {
        stop();
        resolve((session.person === person ? session.token : null) ?? undefined);
      }
    });
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
  });
}

export const useSession = () => useSyncExternalStore(onSessionChange, currentSession);
