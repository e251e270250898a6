import assert from 'node:assert/strict';
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from './compile.ts';
import { makeConsumer } from './consumer.ts';
import type { Packed } from './pack.ts';
import { readmeModule } from './readme.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

/** In the compiler's count. Leaves room for the user's own project. */
const mostMegabytes = 150;

const programs = join(repository, 'tools/packing/programs');

/** Fails if the package checkers report anything about the tarball. */
async function inspectTarball({ tarball }: Packed, folder: string): Promise<void> {
  const tool = (name: string) => join(repository, 'node_modules/.bin', name);
  await run(tool('publint'), ['run', tarball, '--strict'], folder);
  await run(tool('attw'), [tarball, '--profile', 'esm-only'], folder);
}

/** Writes `mistaken.ts`: the same program with an unknown reason. */
async function writeMistake(folder: string, program: string): Promise<void> {
  const source = await readFile(join(programs, program), 'utf8');
  assert.match(source, /'USERNAME_TAKEN'/);
  const mistaken = source.replace(`'USERNAME_TAKEN'`, `'USERNAME_GONE'`);
  await writeFile(join(folder, 'mistaken.ts'), mistaken);
}

/** Checks our declarations, but not those of third parties. */
async function compileBothWays(folder: string, files: string[], mistakes: RegExp[]) {
  for (const resolution of ['bundler', 'nodenext'] as const) {
    const options = { resolution, types: ['node'], skipLibCheck: false };
    const { errors } = await compile(folder, files, options);
    assert.equal(errors.length, mistakes.length, errors.join('\n'));
    mistakes.forEach((mistake, index) => assert.match(errors[index] ?? '', mistake));
  }
}

/** Megabytes for the small program alone. A server needs Node's types. */
async function weigh(folder: string, program: string | undefined): Promise<number> {
  const isServer = program === undefined;
  const { megabytes } = await compile(folder, [program ?? 'readme.ts'], {
    resolution: 'nodenext',
    types: isServer ? ['node'] : [],
    skipLibCheck: isServer,
  });
  assert.ok(megabytes < mostMegabytes, `${megabytes} MB`);
  return megabytes;
}

/** Installs the tarball and compiles the README and a client's program. */
export async function checkPackage(
  packed: Packed,
  folder: string,
  program?: string,
): Promise<void> {
  await makeConsumer(folder, packed);
  await inspectTarball(packed, folder);
  await writeFile(join(folder, 'readme.ts'), await readmeModule(packed.folder));
  const files = ['readme.ts'];
  if (program !== undefined) {
    const others = [`run-${program}`, 'in-node.ts'];
    for (const file of [program, ...others]) {
      await copyFile(join(programs, file), join(folder, file));
    }
    await writeMistake(folder, program);
    files.push('mistaken.ts', ...others);
  }
  await compileBothWays(
    folder,
    files,
    program === undefined ? [] : [/^mistaken\.ts: TS2367/],
  );
  const megabytes = await weigh(folder, program);
  const { size } = await stat(packed.tarball);
  const kilobytes = Math.round(size / 1000);
  console.log(
    `${packed.name}: ${kilobytes} kB packed, ${Math.round(megabytes)} MB to compile`,
  );
}
