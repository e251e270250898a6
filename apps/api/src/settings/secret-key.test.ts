import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@namecard/db';
import { makeDataDirectory } from '@namecard/testing';
import { expect, it } from 'vitest';
import { keepSecretKeys } from './secret-key.ts';

it('thirty first starts at once read one key, and leave no other file', async () => {
  await using directory = await makeDataDirectory();
  const keys = await Promise.all(
    Array.from({ length: 30 }, () => keepSecretKeys(directory.path)),
  );
  const kept = await readFile(join(directory.path, 'secret-key'), 'utf8');
  expect(kept).toMatch(/^[\w-]{43}$/);
  expect(new Set(keys.flat())).toEqual(new Set([kept]));
  expect(await readdir(directory.path)).toEqual(['secret-key']);
});

it('a first start on a full disk leaves no file, so a later one makes the key, and needs no room then', async () => {
  await using directory = await makeDataDirectory();
  const module = new URL('secret-key.ts', import.meta.url).href;
  const start = `const { keepSecretKeys } = await import('${module}');
    await keepSecretKeys('${directory.path}');`;
  // No file of this process may grow.
  const args = ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath];
  const startOnFullDisk = () =>
    String(spawnSync('sh', [...args, '--input-type=module', '-e', start]).stderr);
  expect(startOnFullDisk()).toContain('EFBIG');
  expect(await readdir(directory.path)).toEqual([]);
  await keepSecretKeys(directory.path);
  // A later start only reads it.
  expect(startOnFullDisk()).toBe('');
});

it.each(['', '\n', 'too-short', `${'k'.repeat(32)},short`])(
  'a file that holds %j starts nothing, and is kept',
  async (text) => {
    await using directory = await makeDataDirectory();
    const path = join(directory.path, 'secret-key');
    await writeFile(path, text);
    const started = await keepSecretKeys(directory.path).catch((error: unknown) => error);
    expect(started).toBeInstanceOf(StartError);
    expect(String(started)).toContain(`${path} must have 32 characters or more`);
    expect(await readFile(path, 'utf8')).toBe(text);
  },
);
