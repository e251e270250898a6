import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requestCode, useService } from '@namecard/testing';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentPath } from './testing/changed-document.ts';

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
  // Inside of the package, so that its dependencies are found.
  folder = await mkdtemp(join(import.meta.dirname, '..', '.generated-'));
  const types = astToString(await openapiTS(new URL(`file://${documentPath}`)));
  await writeFile(join(folder, 'schema.ts'), types);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const program = join(import.meta.dirname, '../programs/six-calls.ts');
  await copyFile(program, join(folder, 'six-calls.ts'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('compiles, and makes the six calls', async () => {
  const compiler = join(import.meta.dirname, '../../../node_modules/.bin/tsc');
  await run(compiler, ['-p', folder]);
  const otp = await requestCode(service(), 'ann@example.com');
  const { stdout } = await run(process.execPath, [
    join(folder, 'six-calls.ts'),
    `${service().origin}/api/v1`,
    'ann@example.com',
    otp,
  ]);
  expect(JSON.parse(stdout)).toEqual({
    reason: 'TOKEN_INVALID',
    username: 'ann',
    created: 'ann',
    about: 'Hello',
    count: 1,
  });
});
