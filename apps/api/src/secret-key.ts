import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from './data-dir.ts';
import type { Environment } from './env.ts';

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** The secret key of this data directory, made at the first start and readable by its owner alone. */
export async function keepSecretKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret-key');
  await makeDataDir(dataDir);
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(randomBytes(32).toString('base64url'));
    await file.sync();
    await file.close();
  } catch (error) {
    if (!isTaken(error)) {
      throw error;
    }
  }
  return (await readFile(path, 'utf8')).trim();
}

/** The keys of the settings; without any the one of the data directory. */
export async function secretKeysOf({
  SECRET_KEY: [first, ...rest] = [],
  DATA_DIR,
}: Environment): Promise<[string, ...string[]]> {
  return first === undefined ? [await keepSecretKey(DATA_DIR)] : [first, ...rest];
}
