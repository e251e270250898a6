import { existsSync } from 'node:fs';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { install } from './consumer.ts';
import { packAll, type Packed } from './pack.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

/** Needed by the examples' tests, so copies find them in a parent folder. */
const testTools = [
  'vitest',
  'playwright-core',
  'axe-core',
  '@types/node',
  '@namecard/testing',
];

const Versions = z.record(z.string(), z.string()).default({});

const Manifest = z.looseObject({ dependencies: Versions, devDependencies: Versions });

/** Tarballs replace the published packages of the workspace. */
function withTarballs(versions: Record<string, string>, packed: readonly Packed[]) {
  return Object.fromEntries(
    Object.entries(versions).flatMap(([name, version]) => {
      if (!name.startsWith('@namecard/')) {
        return [[name, version]];
      }
      const tarball = packed.find((one) => one.name === name)?.tarball;
      return tarball === undefined ? [] : [[name, `file:${tarball}`]];
    }),
  );
}

async function copyExample(
  name: string,
  folder: string,
  packed: readonly Packed[],
): Promise<void> {
  await cp(join(repository, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|\.next|\.turbo)$/.test(path),
  });
  const path = join(folder, 'package.json');
  const manifest = Manifest.parse(JSON.parse(await readFile(path, 'utf8')));
  const dependencies = withTarballs(manifest.dependencies, packed);
  const devDependencies = withTarballs(manifest.devDependencies, packed);
  await writeFile(path, JSON.stringify({ ...manifest, dependencies, devDependencies }));
  await install(folder);
}

async function linkTestTools(folder: string): Promise<void> {
  for (const name of testTools) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(repository, 'node_modules', name), link);
  }
}

const program = (name: string) => join(repository, 'node_modules/.bin', name);

/** Hundreds of megabytes: tested only before a release. */
const large = 'next';

/** Tests each example with the tarballs, outside this repository. */
export async function checkExamples({ withLarge = false } = {}): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'namecard-examples-'));
  try {
    const packed = await packAll(join(work, 'tarballs'));
    await linkTestTools(work);
    const entries = await readdir(join(repository, 'examples'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory());
    for (const { name } of folders.filter((one) => withLarge || one.name !== large)) {
      const folder = join(work, 'examples', name);
      console.log(`${name}: installing the tarballs and compiling …`);
      await copyExample(name, folder, packed);
      if (existsSync(join(folder, 'tsconfig.json'))) {
        await run(program('tsc'), ['-p', '.', '--singleThreaded'], folder);
      }
    }
    const config = join(repository, 'vitest.examples.config.ts');
    const vitest = [program('vitest'), 'run', '--root', work, '--config', config];
    await run(process.execPath, vitest, work, { isShown: true });
  } finally {
    await rm(work, { recursive: true });
  }
}
