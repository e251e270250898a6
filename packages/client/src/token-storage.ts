/**
 * The storage of the token: `sessionStorage`, `localStorage`, `memoryStorage()`,
 * or any object with these methods. They may return promises.
 */
export type TokenStorage = {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
};

/** Keeps the token until the program ends, or the page is left. */
export function memoryStorage(): TokenStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}

/** Always has this token: a program goes on when its key is valid again. */
export const fixedStorage = (token: string): TokenStorage => ({
  getItem: () => token,
  setItem: () => {},
  removeItem: () => {},
});
