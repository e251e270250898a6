import { createWriteStream } from 'node:fs';
import { link, open, rename } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isThere, putInPlace } from '../settings/files.ts';
import { CommandError } from '../settings/explain-error.ts';

/** Fails if somebody has created the file in the meantime. */
async function giveName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch {
    // FAT and some network drives have no links. An empty file takes the name first.
    await (await open(path, 'wx')).close();
    await rename(draft, path);
  }
}

/**
 * Writes a file that only its owner may read. It gets its name when it is complete and on
 * the disk. Existing files are not overwritten.
 */
export async function writeNewFile(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<string>,
  ...through: Transform[]
): Promise<void> {
  if (await isThere(path)) {
    throw new CommandError(`${path} already exists: name another file.`);
  }
  const write = (draft: string) => {
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    return pipeline([Readable.from(content), ...through, file]);
  };
  await putInPlace(path, write, giveName);
}
