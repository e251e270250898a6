export type SessionState = {
  /**
   * `opening` until the storage and other tabs have said whether there is a token; `ended` when the service has rejected it, and
   * nobody has signed in since.
   */
  status: 'opening' | 'signed in' | 'ended' | 'signed out';
  /** Another number for each person, and after each sign-out: what was shown to one is not for the next. */
  person: number;
};

/** The session as a page shows it: the three that `useSyncExternalStore` of React takes, in its order. */
export type ObservableSession = {
  /** Calls the listener after each change with the state before it. Returns what stops that. */
  subscribe: (listener: (before: SessionState) => void) => () => void;
  get: () => SessionState;
  /** `opening`, whoever is signed in: a page is drawn so on a server, and in a browser until it has asked the storage. */
  getServerSnapshot: () => SessionState;
};

type OwnSessionState = ObservableSession & {
  change: (status: SessionState['status'], isSamePerson: boolean) => void;
};

const opening: SessionState = { status: 'opening', person: 0 };

export function createSessionState(): OwnSessionState {
  let state = opening;
  const listeners = new Set<(before: SessionState) => void>();
  return {
    get: () => state,
    getServerSnapshot: () => opening,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (status, isSamePerson) => {
      const before = state;
      state = { status, person: isSamePerson ? before.person : before.person + 1 };
      listeners.forEach((listener) => listener(before));
    },
  };
}
