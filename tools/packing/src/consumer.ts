import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Packed } from './pack.ts';
import { lowestNode } from './published.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

const Root = z.object({ devDependencies: z.object({ '@types/node': z.string() }) });

/** Installs from npm's cache, and asks the registry only for the rest. */
export async function install(folder: string): Promise<void> {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  // A bundler in this process has set NODE_ENV, which makes npm skip the
  // compilers.
  await run('npm', ['install', '--include=dev', ...quiet], folder);
}

/** A user's project: an empty folder with the tarball and its dependencies. */
export async function makeConsumer(folder: string, packed: Packed): Promise<void> {
  await mkdir(folder, { recursive: true });
  const root = await readFile(join(repository, 'package.json'), 'utf8');
  const { devDependencies } = Root.parse(JSON.parse(root));
  const manifest = {
    private: true,
    type: 'module',
    dependencies: {
      // In the versions that the workspace tests.
      ...packed.dependencies,
      ...packed.peerDependencies,
      [packed.name]: `file:${packed.tarball}`,
      ...devDependencies,
      // Of the two only the server runs in Node.
      ...(packed.directory === 'rest' && {
        [`node-${process.platform}-${process.arch}`]: lowestNode,
      }),
    },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await install(folder);
}
