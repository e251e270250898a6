import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { useService } from '@namecard/testing';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { files } from './committed.ts';
import { runCalls } from './generators/run-calls.ts';

const run = promisify(execFile);
const service = useService();
let folder: string;

const compilerOptions = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

beforeAll(async () => {
  // Inside the package, so that imports find its dependencies.
  folder = await mkdtemp(join(import.meta.dirname, '..', '.generated-'));
  for (const name of ['public', 'moderation'] as const) {
    const types = await openapiTS(pathToFileURL(files[name]));
    await writeFile(join(folder, `${name}.ts`), astToString(types));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const program = join(import.meta.dirname, '../programs/six-calls.ts');
  await copyFile(program, join(folder, 'six-calls.ts'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('compiles, and makes the six calls', async () => {
  const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc');
  await run(compiler, ['-p', folder, '--singleThreaded']);
  const program = join(folder, 'six-calls.ts');
  expect(await runCalls(service(), program, ['ann@example.com'])).toEqual({
    refused: [401, 'TOKEN_INVALID', false],
    username: 'ann',
    created: 'ann',
    about: 'Hello',
    count: 1,
    taken: true,
    lacksRole: true,
  });
});
