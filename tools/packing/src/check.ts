import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startService, type Addresses } from '@namecard/testing';
import { build, type Rolldown } from 'vite';
import { checkPackage } from './check-package.ts';
import { packAll } from './pack.ts';
import { firstBlock } from './readme.ts';
import { run } from './run.ts';

/** Compressed bytes of a frontend that makes all six calls. */
const largestBundle = 12_000;

/** The package code that a page loads: ours and tRPC's client. */
const ofClient = /\/node_modules\/(@namecard\/client|@trpc\/(client|server))\/dist\//;

const isChunk = (file: Rolldown.OutputAsset | Rolldown.OutputChunk) =>
  file.type === 'chunk';

/** Bundles a page with everything it loads. */
async function checkBundle(folder: string): Promise<void> {
  const lib = {
    entry: join(folder, 'client.ts'),
    formats: ['es' as const],
    fileName: 'page',
  };
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { lib, minify: true, write: false },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((one) =>
    'output' in one ? one.output.filter(isChunk) : [],
  );
  const files = chunks.flatMap(({ moduleIds }) =>
    moduleIds.filter((id) => !id.startsWith('\0')),
  );
  const foreign = files.filter((id) => !ofClient.test(id) && id !== lib.entry);
  assert.deepEqual(foreign, []);
  assert.deepEqual(
    chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
    [],
  );
  const { length } = gzipSync(chunks.map(({ code }) => code).join(''));
  assert.ok(length < largestBundle, `${length} bytes`);
  console.log(
    `A page that makes the six calls: ${(length / 1000).toFixed(1)} kB gzipped`,
  );
}

/** Runs a client's program in its own process. */
async function checkVisit(
  folder: string,
  program: string,
  service: Addresses,
): Promise<void> {
  const { origin, mailbox = '' } = service;
  const email = `${program}@example.com`;
  const said = await run(
    process.execPath,
    [`run-${program}.ts`, origin, mailbox, email],
    folder,
  );
  assert.deepEqual(JSON.parse(said), { about: 'Gardens and bees', isTaken: true });
}

const askServer = `
const found = await app.inject('/api/v1/books/9780131103627');
const missing = await app.inject('/api/v1/books/none');
const described: string[] = Object.keys(document.paths);
console.log(JSON.stringify({ found: found.json(), missing: missing.statusCode, described }));
await app.close();
`;

/** Runs the README's server and asks for a known and an unknown book. */
async function checkServer(folder: string, sources: string): Promise<void> {
  const server = (await firstBlock(sources)).replace('port: 3000', 'port: 0');
  await writeFile(join(folder, 'server.ts'), server + askServer);
  const said = await run(process.execPath, ['server.ts'], folder);
  assert.deepEqual(JSON.parse(said), {
    found: { isbn: '9780131103627', title: 'The C Programming Language' },
    missing: 404,
    described: ['/books/{isbn}'],
  });
}

/** Tests each package outside this repository. Throws if one fails. */
export async function checkPackages(): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'namecard-packages-'));
  const [service, packed] = await Promise.all([
    startService(),
    packAll(join(work, 'tarballs')),
  ]);
  try {
    const outcomes = await Promise.allSettled(
      packed.map(async (one) => {
        const name = one.name.replace('@namecard/', '');
        const folder = join(work, name);
        const isServer = name === 'rest';
        await checkPackage(one, folder, isServer ? undefined : `${name}.ts`);
        await (isServer
          ? checkServer(folder, one.folder)
          : checkVisit(folder, name, service));
      }),
    );
    // Only after all have ended, because they use the folder that is removed.
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        throw outcome.reason;
      }
    }
    await checkBundle(join(work, 'client'));
  } finally {
    await service.stop();
    await rm(work, { recursive: true });
  }
}
