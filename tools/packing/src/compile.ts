import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './repository.ts';
import { run } from './run.ts';

const finding = /^(\S+?)\(\d+,\d+\): error (TS\d+: .*)$/gm;

const strictest = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

/**
 * Compiles the files as strictly as possible. Returns the errors outside of
 * third-party declarations: `mistaken.ts: TS2367: …`.
 */
export async function compile(
  folder: string,
  files: readonly string[],
  { skipLibCheck = false } = {},
): Promise<string[]> {
  const configuration = { compilerOptions: { ...strictest, skipLibCheck }, files };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
  const program = join(repository, 'node_modules/.bin/tsc');
  // With errors it exits with a failure, and its output lists them all.
  const output = await run(program, ['-p', '.', '--singleThreaded'], folder, {
    mayFail: true,
  });
  return Array.from(
    output.matchAll(finding),
    ([, file, text]) => `${file}: ${text}`,
  ).filter((error) => !/^\S*node_modules\/(?!@namecard\/)/.test(error));
}
