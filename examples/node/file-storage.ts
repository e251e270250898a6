import { readFile, rm, writeFile } from 'node:fs/promises';
import type { TokenStorage } from '@namecard/client';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Keeps the token in a file that only its owner can read. */
export function fileStorage(path: string): TokenStorage {
  return {
    getItem: async () => {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if (isMissing(error)) {
          return null;
        }
        throw error;
      }
    },
    setItem: async (_key, token) => writeFile(path, token, { mode: 0o600 }),
    removeItem: async () => rm(path, { force: true }),
  };
}
