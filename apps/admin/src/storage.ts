/**
 * Wraps a browser storage. Keeps values in memory if the browser refuses to store
 * them. If site data is blocked, even accessing a storage throws.
 */
function keptIn(
  open: () => Storage,
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const memory = new Map<string, string>();
  const attempt = <Result>(use: (storage: Storage) => Result): Result | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) =>
      memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem: (key, value) => {
      memory.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        memory.delete(key);
      });
    },
    removeItem: (key) => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** Kept as long as the tab. */
export const tabStorage = keptIn(() => sessionStorage);

/** Kept in this browser. */
export const browserStorage = keptIn(() => localStorage);
