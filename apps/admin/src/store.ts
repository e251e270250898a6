import { useSyncExternalStore } from 'react';

export type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls back after each change with the value before it, until the returned function is called. */
  subscribe: (listener: (before: Value) => void) => () => void;
};

/** A value that outlives the components that show it, such as the session. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<(before: Value) => void>();
  return {
    get: () => value,
    set: (next) => {
      const before = value;
      value = next;
      for (const listener of listeners) {
        listener(before);
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What a component shows of a store. It is drawn again when that part is another one: `select` must not make objects. */
export const useStore = <Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => select(store.get()));
