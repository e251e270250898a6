import { useSyncExternalStore } from 'react';

export type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls the listener after each change. Returns a function that stops it. */
  subscribe: (listener: () => void) => () => void;
};

/** A value that outlives its components, such as the session. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) {
        listener();
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const forgetting: (() => void)[] = [];

/** A store of one person's work. It is reset for the next person. */
export function createPersonalStore<Value>(initial: Value): Store<Value> {
  const store = createStore(initial);
  forgetting.push(() => store.set(initial));
  return store;
}

export const forgetPerson = () => forgetting.forEach((forget) => forget());

/** A map without these keys. */
export function without<Value>(
  all: ReadonlyMap<string, Value>,
  keys: Iterable<string>,
): ReadonlyMap<string, Value> {
  const gone = new Set(keys);
  return new Map([...all].filter(([key]) => !gone.has(key)));
}

type Readable<Value> = Pick<Store<Value>, 'get' | 'subscribe'>;

export const useStore = <Value>({ subscribe, get }: Readable<Value>): Value =>
  useSyncExternalStore(subscribe, get);

/** `select` must return the same object until the part changes. */
export const usePart = <Value, Part>(
  store: Readable<Value>,
  select: (value: Value) => Part,
): Part => useSyncExternalStore(store.subscribe, () => select(store.get()));
