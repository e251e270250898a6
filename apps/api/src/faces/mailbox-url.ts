import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from '../settings/data-dir.ts';
import { putInPlace, readIfThere } from '../settings/files.ts';

const prefix = '/dev/mailbox/';

const keyAtEnd = new RegExp(`${prefix}([\\w-]{22})\\s*$`);

const fileIn = (dataDir: string) => join(dataDir, 'mailbox-url');

/** The key in the mailbox's URL. It is created once for each data directory. */
export async function mailboxKey(dataDir: string): Promise<string> {
  await makeDataDir(dataDir);
  const kept = await readIfThere(fileIn(dataDir));
  return keyAtEnd.exec(kept)?.[1] ?? randomBytes(16).toString('base64url');
}

/** Writes the mailbox's URL to a file that only its owner can read. */
export async function keepMailboxUrl(
  dataDir: string,
  origin: string,
  key: string,
): Promise<string> {
  const url = `${origin}${prefix}${key}`;
  const path = fileIn(dataDir);
  await putInPlace(
    path,
    (draft) => writeFile(draft, `${url}\n`, { mode: 0o600 }),
    rename,
  );
  return url;
}
