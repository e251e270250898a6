import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleaningUp } from './clean-up.ts';
import { codeOf } from './error-code.ts';

const serviceFolder = fileURLToPath(new URL('../../../../', import.meta.url));

/** Commands run in any folder, and read a relative path in a setting as the service does. */
export const inServiceFolder = (path: string): string => resolve(serviceFolder, path);

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The file's text. Empty without a file. */
export async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Puts a file in place whole: a full disk, Ctrl+C or a crash leaves no part of it under its name.
 * @param write makes the draft, and puts it on the disk
 * @param place gives the draft the file's name
 */
export async function putInPlace(
  path: string,
  write: (draft: string) => Promise<void>,
  place: (draft: string, path: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  await cleaningUp(
    () => rm(draft, { force: true }),
    async () => {
      try {
        await write(draft);
        await place(draft, path);
      } catch (error) {
        // Node names no file if a full disk takes no more of it.
        const isFull = /^E(NOSPC|DQUOT|FBIG)$/.test(codeOf(error) ?? '');
        throw isFull ? Object.assign(Object(error), { path }) : error;
      }
    },
  );
}

async function makeLast(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (!(await isFolder(path))) throw error;
  }
}

/**
 * Creates a folder and the folders above it. Node's recursive `mkdir` never ends
 * where the system answers ENOENT for a new folder, as in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeLast(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await makeLast(path);
  }
}
