import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../../..');

const Manifest = z.object({ scripts: z.object({ prestart: z.string() }) });

/** Runs the `prestart` script in a checkout whose build does this. */
async function prestart(build: string, isBuilt: boolean) {
  const { scripts } = Manifest.parse(
    JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
  );
  const directory = await mkdtemp(join(tmpdir(), 'namecard-start-'));
  try {
    const tool = join(directory, 'node_modules/.bin/turbo');
    await mkdir(join(directory, 'node_modules/.bin'), { recursive: true });
    await writeFile(tool, '');
    await chmod(tool, 0o755);
    if (isBuilt) await mkdir(join(directory, 'apps/admin/dist'), { recursive: true });
    const manifest = { scripts: { prestart: scripts.prestart, build } };
    await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
    return await promisify(execFile)('npm', ['run', '-s', 'prestart'], {
      cwd: directory,
    });
  } finally {
    await rm(directory, { recursive: true });
  }
}

const noise = 'echo Packages in scope; echo Tasks >&2';

it('a second start does not mention the build', async () => {
  expect(await prestart(noise, true)).toEqual({ stdout: '', stderr: '' });
});

it('a first start says that it builds', async () => {
  const { stdout } = await prestart(noise, false);
  expect(stdout).toBe('Building the admin app …\n');
});

it('a failed build is printed in full, and ends the start', async () => {
  await expect(prestart(`${noise}; exit 3`, true)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Packages in scope\nTasks\n/),
  });
});

it('the command says in one line which Node it needs', async () => {
  const command = join(root, 'apps/api/src/namecard.js');
  const old = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })";
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(old)}`];
  const running = promisify(execFile)(process.execPath, [...flags, command, 'config']);
  await expect(running).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^namecard needs Node 24 or newer, .*20\.20\.2.*\n$/),
  });
});
