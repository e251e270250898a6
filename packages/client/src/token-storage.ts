/**
 * Where the token is kept: `sessionStorage`, `localStorage`, `memoryStorage()`, or anything with the same three methods,
 * which may also answer later.
 */
export type TokenStorage = {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
};

/** Keeps the token as long as the program runs, or until the page is left. */
export function memoryStorage(): TokenStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}
