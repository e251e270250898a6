import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './repository.ts';
import { run } from './run.ts';

type Compilation = {
  /** Errors outside of third-party declarations: `mistaken.ts: TS2367 …`. */
  errors: string[];
  /** In the compiler's count. */
  megabytes: number;
};

type Options = {
  resolution: 'bundler' | 'nodenext';
  /** Packages of types beside the imported ones. */
  types: readonly string[];
  /** Whether declarations are not checked. */
  skipLibCheck: boolean;
};

const finding = /^(\S+?)\(\d+,\d+\): error (TS\d+): (.*)$/gm;

const memory = /^Memory used:\s+(\d+)K$/m;

const strictest = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

const ways = {
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
} as const;

/** Compiles the files as strictly as possible. */
export async function compile(
  folder: string,
  files: readonly string[],
  { resolution, ...given }: Options,
): Promise<Compilation> {
  const project = `tsconfig.${resolution}.json`;
  const configuration = {
    compilerOptions: { ...strictest, ...ways[resolution], ...given },
    files,
  };
  await writeFile(join(folder, project), JSON.stringify(configuration));
  const program = join(repository, 'node_modules/.bin/tsc');
  // With errors it exits with a failure, and its output lists them all.
  const output = await run(program, ['-p', project, '--extendedDiagnostics'], folder, {
    mayFail: true,
  });
  const found = Array.from(output.matchAll(finding), ([, file = '', code, message]) => ({
    file,
    text: `${file}: ${code} ${message}`,
  }));
  return {
    errors: found
      .filter(({ file }) => !/node_modules\/(?!@namecard\/)/.test(file))
      .map(({ text }) => text),
    megabytes: Number(memory.exec(output)?.[1]) / 1024,
  };
}
