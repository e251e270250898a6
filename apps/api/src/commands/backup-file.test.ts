import { renameSync } from 'node:fs';
import { readdir, readFile, stat, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Snapshot } from '@namecard/db';
import { makeDataDirectory } from '@namecard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepNewest, readBackup, writeBackup } from './backup-file.ts';

let directory: Awaited<ReturnType<typeof makeDataDirectory>>;
const path = (name: string) => join(directory.path, name);

beforeEach(async () => {
  directory = await makeDataDirectory();
});
afterEach(async () => directory[Symbol.asyncDispose]());

const taken = {
  takenAt: '2026-11-22T15:00:00.000Z',
  migrations: ['Migration1'],
  sequences: [{ name: 'positions', lastValue: '9007199254740993', isCalled: true }],
};

type Content = Record<string, string[]>;

/** Each line is a row. Chunks may end in the middle of a row. */
async function* tablesOf(content: Content): Snapshot['tables'] {
  for (const [name, chunks] of Object.entries(content)) {
    const rows = (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk);
    })();
    yield {
      name,
      columns: ['id', '"order"'],
      rows,
      count: async () => chunks.join('').split('\n').length - 1,
    };
  }
}

const content = {
  users: ['1\ta\n2\t', 'b\n', '', `3\t${'long '.repeat(50_000)}\n`],
  profiles: [],
  sessions: ['\\N\t\\.\n'],
};

const write = async (name: string, given: Content = content) =>
  writeBackup(path(name), { ...taken, tables: tablesOf(given) });

/** Reads a whole backup. */
const read = async (name: string) =>
  readBackup(path(name), async ({ tables, ...header }) => {
    const found: Record<string, { text: string; count: number }> = {};
    for await (const { name: table, rows, count } of tables) {
      let text = '';
      for await (const chunk of rows) text += Buffer.from(chunk).toString();
      found[table] = { text, count: await count() };
    }
    return { ...header, found };
  });

describe('a backup', () => {
  it('is read as it was written, and only its owner can read it', async () => {
    await write('backup');
    const { found, ...header } = await read('backup');
    expect(header).toEqual(taken);
    expect(found).toEqual({
      users: { text: content.users.join(''), count: 3 },
      profiles: { text: '', count: 0 },
      sessions: { text: '\\N\t\\.\n', count: 1 },
    });
    expect((await stat(path('backup'))).mode & 0o777).toBe(0o600);
  });

  it('gets its name when it is complete, and never replaces a file', async () => {
    const tables = (async function* (): Snapshot['tables'] {
      yield* tablesOf(content);
      throw new Error('The database is gone');
    })();
    await expect(writeBackup(path('backup'), { ...taken, tables })).rejects.toThrow(
      'is gone',
    );
    expect(await readdir(directory.path)).toEqual([]);
    await writeFile(path('backup'), 'theirs');
    await expect(write('backup')).rejects.toThrow(/already exists/);
    expect(await readFile(path('backup'), 'utf8')).toBe('theirs');
  });

  it('in a folder is named by its time, and only the newest stay', async () => {
    const times = ['2026-11-23T03', '2026-11-24T03', '2026-11-25T03'];
    for (const time of times) {
      const takenAt = `${time}:10:20.123Z`;
      await writeBackup(directory.path, { ...taken, takenAt, tables: tablesOf(content) });
    }
    await writeFile(path('namecard-by-hand.backup'), 'theirs');
    await mkdir(path('namecard-2020-01-01T000000Z.backup'));
    const newest = path('namecard-2026-11-25T031020Z.backup');
    expect(await keepNewest(directory.path, 2, newest)).toEqual([
      'namecard-2026-11-23T031020Z.backup',
    ]);
    expect((await readdir(directory.path)).toSorted()).toEqual([
      'namecard-2020-01-01T000000Z.backup',
      'namecard-2026-11-24T031020Z.backup',
      'namecard-2026-11-25T031020Z.backup',
      'namecard-by-hand.backup',
    ]);
    // The backup that was just made stays, even if the others have later names.
    const earlier = path('namecard-2026-11-24T031020Z.backup');
    const old = ['namecard-2026-11-25T031020Z.backup'];
    expect(await keepNewest(directory.path, 1, earlier)).toEqual(old);
    // Before the next is made, the newest one is the only one that must stay.
    expect(await keepNewest(directory.path, 1)).toEqual([]);
    expect((await read('namecard-2026-11-24T031020Z.backup')).takenAt).toMatch(/^2026/);
  });

  it('is complete if two are made at once under one name', async () => {
    const results = await Promise.allSettled([write('backup'), write('backup')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
    ]);
    expect(Object.keys((await read('backup')).found)).toHaveLength(3);
    expect(await readdir(directory.path)).toEqual(['backup']);
  });

  it('does not fail if another one is given its name at the same moment', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `namecard-${index}.part`);
    for (const name of names) await writeFile(path(name), '');
    const tidying = keepNewest(directory.path, 1);
    for (const name of names) renameSync(path(name), path(`${name}.backup`));
    await expect(tidying).resolves.toEqual([]);
  });

  it('that was cut short anywhere is refused', async () => {
    await write('backup', { users: ['1\ta\n'], profiles: ['1\n'] });
    const whole = await readFile(path('backup'));
    const unpacked = gunzipSync(whole);
    for (let length = 0; length < whole.length; length += 3) {
      await writeFile(path('cut'), whole.subarray(0, length));
      await expect(read('cut'), `packed, ${length}`).rejects.toThrow(/damaged|cut short/);
    }
    for (let length = 0; length < unpacked.length; length += 3) {
      await writeFile(path('cut'), gzipSync(unpacked.subarray(0, length)));
      await expect(read('cut'), `unpacked, ${length}`).rejects.toThrow(
        /damaged|cut short/,
      );
    }
  });

  it('with a changed bit is refused', async () => {
    await write('backup', { users: ['1\ta\n'] });
    const whole = await readFile(path('backup'));
    // The first ten bytes of gzip hold a time and the system, which nothing
    // checks.
    for (let at = 10; at < whole.length; at += 1) {
      const wrong = Buffer.from(whole);
      wrong[at] = (wrong[at] ?? 0) ^ 1;
      await writeFile(path('wrong'), wrong);
      await expect(read('wrong'), `byte ${at}`).rejects.toThrow(/damaged|cut short/);
    }
  });

  it('that is not a backup is refused in one line', async () => {
    await writeFile(path('text'), 'select 1;');
    await expect(read('text')).rejects.toThrow(/damaged/);
    await writeFile(path('zipped'), gzipSync('select 1;'));
    await expect(read('zipped')).rejects.toThrow(/damaged/);
    await expect(read('nowhere')).rejects.toThrow(/can’t be read \(ENOENT\)/);
    await expect(read('.')).rejects.toThrow(/can’t be read \(EISDIR\)/);
  });
});
