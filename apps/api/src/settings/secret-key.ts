import { randomBytes } from 'node:crypto';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashKeyFrom } from '@namecard/router';
import { makeDataDir } from './data-dir.ts';
import type { Environment } from './environment.ts';
import { codeOf } from './error-code.ts';

const pathIn = (dataDir: string) => join(dataDir, 'secret-key');

export const newSecretKey = (): string => randomBytes(32).toString('base64url');

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
}

type Keys = [string, ...string[]];

/**
 * Reads the keys of this data directory; the first one is for new codes. Creates
 * a key at the first start, in a file that only its owner can read.
 */
export async function keepSecretKeys(dataDir: string): Promise<Keys> {
  const path = pathIn(dataDir);
  await makeDataDir(dataDir);
  try {
    await write(path, newSecretKey());
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw error;
    }
  }
  const [first = '', ...rest] = (await readFile(path, 'utf8')).trim().split(',');
  return [first, ...rest];
}

/** In one step: a starting service reads all old or all new keys. */
export async function replaceSecretKeys(dataDir: string, keys: Keys): Promise<void> {
  const next = `${pathIn(dataDir)}.${process.pid}`;
  await write(next, keys.join(','));
  await rename(next, pathIn(dataDir));
}

/** When the keys were created or replaced, in milliseconds since 1970. */
export const secretKeysSince = async (dataDir: string): Promise<number> =>
  (await stat(pathIn(dataDir))).mtimeMs;

/** The keys of the settings, otherwise those of the data directory. */
export async function secretKeysOf({
  SECRET_KEY: [first, ...rest] = [],
  DATA_DIR,
}: Environment): Promise<Keys> {
  if (first === undefined) {
    return keepSecretKeys(DATA_DIR);
  }
  return [first, ...rest];
}

/** `HASH_KEY`; unless it is set, what each secret key gives, in the same order. */
export async function hashKeysOf(environment: Environment): Promise<Keys> {
  if (environment.HASH_KEY !== undefined) {
    return [environment.HASH_KEY];
  }
  const [first, ...rest] = await secretKeysOf(environment);
  return [hashKeyFrom(first), ...rest.map(hashKeyFrom)];
}
