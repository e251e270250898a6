export type SessionState = {
  /**
   * `opening` until the storage and other tabs have answered. `ended` when the
   * service has rejected the token, until the next sign-in.
   */
  status: 'opening' | 'signed in' | 'ended' | 'signed out';
  /** Changes with each person and each sign-out. */
  person: number;
};

/** The arguments of React's `useSyncExternalStore`, in order. */
export type ObservableSession = {
  /**
   * Calls the listener with the previous state after each change. Returns a
   * function that stops this.
   */
  subscribe: (listener: (before: SessionState) => void) => () => void;
  get: () => SessionState;
  /** Always `opening`, as in a browser until the storage has answered. */
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
