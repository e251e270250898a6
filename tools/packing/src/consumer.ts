import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Packed } from './pack.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

const Root = z.object({ devDependencies: z.object({ '@types/node': z.string() }) });

/** What the tarballs ask of others, in the versions that the workspace is tested with. */
const testedVersions = ({ dependencies, peerDependencies }: Packed) => ({
  ...dependencies,
  ...peerDependencies,
});

/** Installs from npm's cache what it has; the registry is asked for the rest. */
export async function install(folder: string): Promise<void> {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  // A bundler that ran in this process has set NODE_ENV, by which npm leaves out what compiles.
  await run('npm', ['install', '--include=dev', ...quiet], folder);
}

/** Someone else's project: an empty folder in which the tarball is installed, and with it what it asks for. */
export async function makeConsumer(folder: string, packed: Packed): Promise<void> {
  await mkdir(folder, { recursive: true });
  const root = await readFile(join(repository, 'package.json'), 'utf8');
  const { devDependencies } = Root.parse(JSON.parse(root));
  const manifest = {
    private: true,
    type: 'module',
    dependencies: {
      ...testedVersions(packed),
      [packed.name]: `file:${packed.tarball}`,
      ...devDependencies,
    },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await install(folder);
}
