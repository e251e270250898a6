import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './repository.ts';
import { run } from './run.ts';

export type Compilation = {
  /** The compiler's errors but those in third parties' declarations: `mistaken.ts: TS2367`. */
  errors: string[];
  /** What the compiler counts. */
  megabytes: number;
};

const finding = /^(\S+?)\(\d+,\d+\): error (TS\d+): (.*)$/gm;

const memory = /^Memory used:\s+(\d+)K$/m;

const strictest = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  // Declarations are checked, ours among them.
  skipLibCheck: false,
  allowImportingTsExtensions: true,
  noEmit: true,
};

/** A compiler of each kind: the native one, and the one in JavaScript, which counts more memory. */
const ways = {
  bundler: { compiler: 'tsc', options: { module: 'esnext', moduleResolution: 'bundler' } },
  nodenext: { compiler: 'tsc6', options: { module: 'nodenext', moduleResolution: 'nodenext' } },
} as const;

export type Resolution = keyof typeof ways;

export const resolutions: readonly Resolution[] = ['bundler', 'nodenext'];

/** Compiles the files as strictly as can be, with our declarations in node_modules. */
export async function compile(
  folder: string,
  files: readonly string[],
  resolution: Resolution,
): Promise<Compilation> {
  const { compiler, options } = ways[resolution];
  const project = `tsconfig.${resolution}.json`;
  const configuration = { compilerOptions: { ...strictest, ...options }, files };
  await writeFile(join(folder, project), JSON.stringify(configuration));
  const program = join(repository, 'node_modules/.bin', compiler);
  // It fails where it finds something, and all that it found is in its output.
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
