import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'tsdown';
import {
  lowestNode,
  packedManifest,
  readPublished,
  type Directory,
  type Published,
} from './published.ts';
import { repository } from './repository.ts';
import { routerDeclaration } from './router-declaration.ts';

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Writes the replacement of the router's types, with its imports. */
async function writeInputs({ folder }: Published): Promise<string> {
  const modules = join(folder, 'node_modules');
  await mkdir(modules, { recursive: true });
  const inputs = await mkdtemp(join(modules, '.build-'));
  const router = join(inputs, 'router.d.ts');
  await writeFile(router, routerDeclaration());
  const configuration = {
    extends: join(repository, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable', 'esnext.collection'],
      types: ['node'],
      paths: { '@namecard/router': [router] },
    },
    // A source that is not listed here is compiled by a program of its own, with all
    // that it imports: tsdown's `eager` makes one for each such file.
    include: [router, join(folder, 'src')],
    exclude: [join(folder, 'src/testing'), join(folder, 'src/**/*.test.ts')],
  };
  await writeFile(join(inputs, 'tsconfig.json'), asJson(configuration));
  return inputs;
}

async function runTsdown({ folder, entries }: Published, inputs: string, target: string) {
  const tsconfig = join(inputs, 'tsconfig.json');
  await build({
    cwd: folder,
    config: false,
    entry: entries,
    outDir: join(target, 'dist'),
    format: 'esm',
    // Node's own modules stay imports. The clients have none.
    platform: 'node',
    fixedExtension: false,
    // The oldest versions, as in the client's README.
    target: [`node${lowestNode}`, 'chrome105', 'safari16'],
    hash: false,
    tsconfig,
    // Eager, because the router's file of codes is outside the folder of any
    // entry.
    dts: { tsconfig, resolver: 'tsc', eager: true },
    deps: { dts: { alwaysBundle: ['@namecard/router'] } },
    logLevel: 'warn',
    checks: { bundlerTimings: false },
  });
}

/** Builds the package in the target folder, as it will be packed. */
export async function buildPackage(name: Directory, target: string): Promise<void> {
  const published = await readPublished(name);
  await mkdir(target, { recursive: true });
  const inputs = await writeInputs(published);
  try {
    await runTsdown(published, inputs, target);
  } finally {
    await rm(inputs, { recursive: true });
  }
  await writeFile(join(target, 'package.json'), asJson(packedManifest(published)));
  await copyFile(join(published.folder, 'README.md'), join(target, 'README.md'));
  await copyFile(join(repository, 'LICENSE'), join(target, 'LICENSE'));
}
