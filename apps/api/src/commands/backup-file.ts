import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Snapshot, TableRows } from '@namecard/db';
import { z } from 'zod';
import { codeOf } from '../settings/error-code.ts';
import { isFolder } from '../settings/files.ts';
import { CommandError } from '../settings/explain-error.ts';
import { writeNewFile } from './new-file.ts';

/**
 * A backup is a gzip file of frames. A frame is a length in four bytes, then that
 * many bytes. The first frame is the header. Each table has a frame with its
 * columns, frames with its rows in the text format of COPY, an empty frame, and a
 * frame with the number of rows. The last frame has the number of tables. Gzip
 * adds a checksum.
 */
const Header = z.object({
  format: z.literal('namecard backup 1'),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  sequences: z.array(
    z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() }),
  ),
});

const TableStart = z.object({ table: z.string(), columns: z.array(z.string()) });
const TableEnd = z.object({ rows: z.int() });
const End = z.object({ tables: z.int() });

const lengthBytes = 4;

/** Bytes. PostgreSQL sends much less at once, so a longer frame is damage. */
const longestFrame = 2 ** 26;

function* frame(content: Uint8Array): Generator<Uint8Array> {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(content.length);
  yield length;
  yield content;
}

const json = (value: unknown) => frame(Buffer.from(JSON.stringify(value)));

async function* framesOf({ tables, ...taken }: Snapshot): AsyncGenerator<Uint8Array> {
  yield* json({ format: 'namecard backup 1', ...taken } satisfies z.infer<typeof Header>);
  let written = 0;
  for await (const { name, columns, rows, count } of tables) {
    yield* json({ table: name, columns } satisfies z.infer<typeof TableStart>);
    for await (const chunk of rows) {
      if (chunk.length > 0) yield* frame(chunk);
    }
    yield* frame(Buffer.alloc(0));
    yield* json({ rows: await count() } satisfies z.infer<typeof TableEnd>);
    written += 1;
  }
  yield* json({ tables: written } satisfies z.infer<typeof End>);
}

/** A backup's name in a folder: its time in seconds. Names sort by time. */
const nameAt = (takenAt: string) =>
  `namecard-${takenAt.slice(0, 19).replaceAll(':', '')}Z.backup`;

const named = /^namecard-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/;

/** Writes a backup, and returns its path. `where` is a new file or a folder. */
export async function writeBackup(where: string, snapshot: Snapshot): Promise<string> {
  const path = (await isFolder(where)) ? join(where, nameAt(snapshot.takenAt)) : where;
  await writeNewFile(path, framesOf(snapshot), createGzip());
  return path;
}

/** @throws CommandError if the path is not a folder */
export async function requireFolder(path: string): Promise<void> {
  if (!(await isFolder(path))) {
    throw new CommandError(`--keep needs a folder; ${path} is not one.`);
  }
}

/** A file that a killed backup left in a folder. One that is being written is newer. */
const unfinished = /^namecard-.+\.part$/;
const unfinishedFor = 3_600_000;

/**
 * Keeps the newest `count` backups in the folder, the one just `made` among them, and
 * deletes the others and unfinished files. Returns the names of the deleted backups.
 */
export async function keepNewest(
  folder: string,
  count: number,
  made?: string,
): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  for (const name of files.filter((one) => unfinished.test(one))) {
    const path = join(folder, name);
    // Another backup may have given it its name meanwhile, or deleted it.
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > unfinishedFor) {
      await rm(path, { force: true });
    }
  }
  const just = made === undefined ? undefined : basename(made);
  const others = files.filter((name) => named.test(name) && name !== just);
  const kept = made === undefined ? count : count - 1;
  const old = others.toSorted().slice(0, Math.max(0, others.length - kept));
  for (const name of old) {
    await rm(join(folder, name), { force: true });
  }
  return old;
}

const damaged = () => new CommandError('The backup is damaged, or it was cut short.');

class Frames {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#rest = Buffer.concat([this.#rest, value]);
    return true;
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#rest.length < length) {
      if (!(await this.#more())) throw damaged();
    }
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async next(): Promise<Buffer> {
    const length = (await this.#take(lengthBytes)).readUInt32BE();
    if (length > longestFrame) throw damaged();
    return this.#take(length);
  }

  async as<Value>(schema: z.ZodType<Value>): Promise<Value> {
    const text = (await this.next()).toString();
    const { success, data } = schema.safeParse(parsed(text));
    if (!success) throw damaged();
    return data;
  }

  /** Fails if bytes follow or if the checksum of gzip is wrong. */
  async end(): Promise<void> {
    if (this.#rest.length > 0 || (await this.#more())) throw damaged();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged();
  }
}

const Part = z.union([TableStart, End]);

async function* rowsIn(
  frames: Frames,
  onEnd: (rows: number) => void,
): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = await frames.next();
    if (chunk.length === 0) break;
    yield chunk;
  }
  onEnd((await frames.as(TableEnd)).rows);
}

async function* tablesIn(frames: Frames): AsyncGenerator<TableRows> {
  for (let read = 0; ; read += 1) {
    const part = await frames.as(Part);
    if ('tables' in part) {
      if (part.tables !== read) throw damaged();
      await frames.end();
      return;
    }
    let counted = -1;
    const rows = rowsIn(frames, (count) => (counted = count));
    yield { name: part.table, columns: part.columns, rows, count: async () => counted };
  }
}

/** Turns errors of zlib and of the file system into errors for the operator. */
function explained(error: unknown, path: string): unknown {
  const code = codeOf(error) ?? '';
  if (code.startsWith('Z_')) return damaged();
  if (/^(ENOENT|EACCES|EISDIR)$/.test(code)) {
    return new CommandError(`${path} can’t be read (${code}).`);
  }
  return error;
}

/**
 * Calls `use` with the snapshot in the file. A damaged file fails at the latest
 * when its tables are read. So a caller that reads every table to its end knows that the
 * file is whole.
 */
export async function readBackup<Result>(
  path: string,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  const reading = pipeline(file, unpacked);
  // The error is thrown again where the stream is read.
  reading.catch(() => {});
  try {
    const frames = new Frames(unpacked);
    const { format: _, ...header } = await frames.as(Header);
    return await use({ ...header, tables: tablesIn(frames) });
  } catch (error) {
    throw explained(error, path);
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}
