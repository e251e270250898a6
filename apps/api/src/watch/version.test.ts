import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDirectory } from '@namecard/testing';
import { expect, it } from 'vitest';
import { versionOf } from './version.ts';

async function makeFolder(path: string) {
  const manifest = join(path, 'package.json');
  await writeFile(manifest, '{"version":"2.3.4"}');
  return { folder: path, read: () => versionOf(path, manifest) };
}

const git = (folder: string, ...args: string[]) =>
  execFileSync(
    'git',
    ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args],
    { encoding: 'utf8', stdio: 'pipe' },
  ).trim();

it('the version of a folder is that of its manifest if the commit is unknown', async () => {
  await using directory = await makeDataDirectory();
  const { read } = await makeFolder(directory.path);
  expect(read()).toBe('2.3.4');
});

it('the version of a checkout has its commit, but not that of a folder inside it', async () => {
  await using directory = await makeDataDirectory();
  const checkout = await makeFolder(directory.path);
  git(checkout.folder, 'init', '--quiet');
  git(checkout.folder, 'commit', '--allow-empty', '--quiet', '--message', 'one');
  const commit = git(checkout.folder, 'rev-parse', '--short', 'HEAD');
  expect(checkout.read()).toBe(`2.3.4+${commit}`);
  await mkdir(join(checkout.folder, 'inner'));
  expect((await makeFolder(join(checkout.folder, 'inner'))).read()).toBe('2.3.4');
});

it('the version of a damaged checkout has no commit', async () => {
  await using directory = await makeDataDirectory();
  const { folder, read } = await makeFolder(directory.path);
  await writeFile(join(folder, '.git'), 'gitdir: nowhere\n');
  expect(read()).toBe('2.3.4');
});

it('the version of an assembled folder has the commit from which it was made', async () => {
  await using directory = await makeDataDirectory();
  const { folder, read } = await makeFolder(directory.path);
  await writeFile(join(folder, 'revision'), 'abc1234\n');
  expect(read()).toBe('2.3.4+abc1234');
  const script = new URL('../../../../deploy/assemble.sh', import.meta.url);
  expect(await readFile(script, 'utf8')).toContain('> revision');
});
