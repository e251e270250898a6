import { useSyncExternalStore } from 'react';

export type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls the listener with the old value after each change. Returns what stops that. */
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

const forgetting: (() => void)[] = [];

/** A store of what one person did or was shown: it begins anew with the next. */
export function createPersonalStore<Value>(initial: Value): Store<Value> {
  const store = createStore(initial);
  forgetting.push(() => store.set(initial));
  return store;
}

export const forgetPerson = () => forgetting.forEach((forget) => forget());

/** A part of a store, for a component. `select` must return the same part until it changes, not a new object. */
export const useStore = <Value, Part>(
  store: Pick<Store<Value>, 'get' | 'subscribe'>,
  select: (value: Value) => Part,
): Part => useSyncExternalStore(store.subscribe, () => select(store.get()));
