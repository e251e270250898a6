import { randomBytes } from 'node:crypto';
import { link, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@namecard/db';
import { hashKeyFrom } from '@namecard/router';
import { makeDataDir } from './data-dir.ts';
import type { Environment } from './environment.ts';
import { codeOf } from './error-code.ts';
import { putInPlace } from './files.ts';
import { secretKeys } from './values.ts';

const pathIn = (dataDir: string) => join(dataDir, 'secret-key');

export const newSecretKey = (): string => randomBytes(32).toString('base64url');

/** Returns the key of whichever start was first. */
async function create(path: string): Promise<string> {
  try {
    const write = (draft: string) =>
      writeFile(draft, newSecretKey(), { flag: 'wx', mode: 0o600, flush: true });
    await putInPlace(path, write, link);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
}

type Keys = [string, ...string[]];

/**
 * Reads the keys of this data directory; the first one is for new codes. Creates
 * a key at the first start, in a file that only its owner can read.
 * @throws StartError if the file has no key
 */
export async function keepSecretKeys(dataDir: string): Promise<Keys> {
  const path = pathIn(dataDir);
  await makeDataDir(dataDir);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return create(path);
  });
  const { data: [first, ...rest] = [] } = secretKeys.safeParse(text);
  if (first === undefined) {
    throw new StartError(
      `${path} must have 32 characters or more, or several such keys separated by commas: bring its copy back. Delete it if no start has succeeded yet. Without the key, mailed codes stop working, and the secrets of webhooks must be replaced.`,
    );
  }
  return [first, ...rest];
}

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
