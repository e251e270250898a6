import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { compile } from './compile.ts';
import { makeConsumer } from './consumer.ts';
import { packAll, type Packed } from './pack.ts';
import { firstBlock, readmeModule } from './readme.ts';
import { repository } from './repository.ts';
import { run } from './run.ts';

/** Compressed bytes of the README's first program with all that it loads. */
const largestBundle = 12_000;

/** The package code that a page loads: ours and tRPC's client. */
const ofClient = /\/node_modules\/(@namecard\/client|@trpc\/(client|server))\/dist\//;

/** Bundles the README's program as a page loads it, without server code. */
async function checkBundle(folder: string, program: string): Promise<void> {
  const input = join(folder, 'page.ts');
  await writeFile(input, program);
  const { output } = await build({
    input,
    platform: 'browser',
    write: false,
    output: { minify: true },
  });
  const chunks = output.filter((file) => file.type === 'chunk');
  const loaded = chunks.flatMap((chunk) => [
    ...chunk.moduleIds.filter((id) => !id.startsWith('\0') && id !== input),
    ...chunk.imports,
    ...chunk.dynamicImports,
  ]);
  assert.deepEqual(
    loaded.filter((id) => !ofClient.test(id)),
    [],
  );
  const { length } = gzipSync(chunks.map(({ code }) => code).join(''));
  assert.ok(length < largestBundle, `${length} bytes`);
  console.log(`In a page: ${(length / 1000).toFixed(1)} kB gzipped`);
}

const askServer = `
const found = await app.inject('/api/v1/books/9780131103627');
const missing = await app.inject('/api/v1/books/none');
const described: string[] = Object.keys(document.paths);
console.log(JSON.stringify({ found: found.json(), missing: missing.statusCode, described }));
await app.close();
`;

/**
 * Runs the README's server and asks for a known and an unknown book. It runs under the
 * lowest Node that our packages name, which can't read types.
 */
async function checkServer(folder: string, program: string): Promise<void> {
  const server = program.replace('port: 3000', 'port: 0');
  await writeFile(join(folder, 'server.js'), stripTypeScriptTypes(server + askServer));
  const said = await run(join(folder, 'node_modules/.bin/node'), ['server.js'], folder);
  assert.deepEqual(JSON.parse(said), {
    found: { isbn: '9780131103627', title: 'The C Programming Language' },
    missing: 404,
    described: ['/books/{isbn}'],
  });
}

/** Fails if the package checkers report anything about the tarball. */
async function inspectTarball({ tarball }: Packed, folder: string): Promise<void> {
  const tool = (name: string) => join(repository, 'node_modules/.bin', name);
  await run(tool('publint'), ['run', tarball, '--strict'], folder);
  await run(tool('attw'), [tarball, '--profile', 'esm-only'], folder);
}

const checkProgram = { client: checkBundle, rest: checkServer };

/** Tests each package outside this repository. Throws if one fails. */
export async function checkPackages(): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'namecard-packages-'));
  try {
    for (const packed of await packAll(join(work, 'tarballs'))) {
      const folder = join(work, packed.directory);
      console.log(`${packed.name}: installing it …`);
      await makeConsumer(folder, packed);
      console.log(`${packed.name}: compiling its README …`);
      await inspectTarball(packed, folder);
      await writeFile(join(folder, 'readme.ts'), await readmeModule(packed.folder));
      assert.deepEqual(await compile(folder, ['readme.ts']), []);
      console.log(`${packed.name}: running its README …`);
      await checkProgram[packed.directory](folder, await firstBlock(packed.folder));
    }
  } finally {
    await rm(work, { recursive: true });
  }
}
