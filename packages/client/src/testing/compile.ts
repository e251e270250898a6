import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** The package is found by name here, and other checks skip it. */
const nearby = join(repository, 'packages/client/node_modules');

const configuration = {
  extends: join(repository, 'tsconfig.base.json'),
  compilerOptions: { lib: ['es2024', 'dom'], types: [], noUnusedLocals: false },
};

/** Such as `3.ts(2,7): error TS2353: …`. */
const finding = /^(\d+)\.ts\(\d+,\d+\): error (TS\d+):/gm;

/** Returns the compiler's output. It exits with 2 if it found errors. */
async function runCompiler(directory: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const compiler = join(repository, 'node_modules/.bin/tsc');
    const args = ['-p', '.', '--singleThreaded'];
    execFile(compiler, args, { cwd: directory }, (error, stdout) => {
      if (error && stdout === '') {
        reject(error);
      } else {
        resolve(stdout);
      }
    });
  });
}

/**
 * Compiles each program with this repository's strictness. Returns their error
 * codes.
 */
export async function compile(programs: readonly string[]): Promise<string[][]> {
  await mkdir(nearby, { recursive: true });
  const directory = await mkdtemp(join(nearby, '.types-'));
  try {
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(configuration));
    await Promise.all(
      programs.map(async (program, index) =>
        writeFile(join(directory, `${index}.ts`), program),
      ),
    );
    const output = await runCompiler(directory);
    const found = Array.from(output.matchAll(finding), ([, file, code]) => ({
      file,
      code,
    }));
    return programs.map((_, index) =>
      found.flatMap(({ file, code = '' }) => (file === String(index) ? [code] : [])),
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}
