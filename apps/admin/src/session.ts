import { useSyncExternalStore } from 'react';

const tokenKey = 'namecard.token';

/** What is known of the session in this tab. The token lives in sessionStorage and is sent in a header, nowhere else. */
type Session = {
  token: string | null;
  /** Whether the server ended it, rather than the person. */
  ended: boolean;
};

let session: Session = { token: sessionStorage.getItem(tokenKey), ended: false };

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

export const beginSession = (token: string) => change({ token, ended: false });

/** Forgets the token because the person asked for it. */
export const leaveSession = () => change({ token: null, ended: false });

/** Forgets the token because the server refused it. */
export function loseSession(): void {
  if (session.token !== null) {
    change({ token: null, ended: true });
  }
}

export const useSession = () => useSyncExternalStore(onSessionChange, currentSession);
