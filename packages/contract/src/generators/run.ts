import { deepStrictEqual } from 'node:assert';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startService, type RunningService } from '@namecard/testing';
import { readWhole } from '../committed.ts';
import { runCalls } from './run-calls.ts';
import { generators, type Generator } from './generators.ts';

/**
 * Each generator makes a client of both documents as one. The client is compiled
 * strictly and makes the six calls. Then Spectral checks the document. All
 * packages are installed in temporary folders.
 */
const compiler = ['typescript@5.9.3', '@types/node@24.19.2'];

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  // `nodenext` in a package without a type: so any style of relative imports
  // works.
  module: 'nodenext',
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  types: ['node'],
  outDir: 'out',
};

const programOf = ({
  imports,
  calls,
}: Generator) => `import { text } from 'node:stream/consumers';
${imports}
async function main() {
  const [api = '', email = '', username = ''] = process.argv.slice(2);
  const mailedCode = () => text(process.stdin);
  const [referral, about, website] = ['', 'Hello', 'https://ann.example.org'];
  let said: unknown;
  ${calls}
  console.log(JSON.stringify(said));
}
void main();
`;

const execute = promisify(execFile);

/** Runs a program of the folder, or npm. Fails with its output. */
async function run(
  folder: string,
  program: string,
  args: string[],
  env: Record<string, string>,
) {
  try {
    const { stdout } = await execute(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    return stdout;
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`${program} ${args.join(' ')}\n${said}`, { cause: error });
  }
}

/** Does the work in a folder with the packages and the document. */
async function withInstalled<Result>(
  packages: string[],
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'namecard-generators-'));
  try {
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'];
    await run(folder, 'npm', ['install', ...quiet, ...packages], {});
    await writeFile(join(folder, 'openapi.json'), await readWhole());
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const installed = (folder: string, program: string) =>
  join(folder, 'node_modules/.bin', program);

/** Writes the client and its program into the folder and compiles them. */
async function build(folder: string, generator: Generator, api: string) {
  const files = {
    ...generator.files,
    'main.ts': programOf(generator),
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['main.ts'] }),
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
  }
  const [program, ...args] = generator.command;
  await run(folder, installed(folder, program), args, { API: api });
  await run(folder, installed(folder, 'tsc'), [], {});
}

/** The service's answers to the client's six calls. */
const trial = (service: RunningService, generator: Generator) =>
  withInstalled([...compiler, ...generator.packages], async (folder) => {
    const { name } = generator;
    await build(folder, generator, `${service.origin}/api/v1`);
    const program = join(folder, 'out/main.js');
    return runCalls(service, program, [`${name}@example.com`, name]);
  });

const lint = () =>
  withInstalled(['@stoplight/spectral-cli@6.16.3'], async (folder) => {
    await writeFile(
      join(folder, '.spectral.yaml'),
      'extends: [[spectral:oas, recommended]]\n',
    );
    const args = ['lint', 'openapi.json', '--fail-severity', 'hint'];
    return run(folder, installed(folder, 'spectral'), args, {});
  });

const service = await startService();
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(130));
try {
  for (const [position, generator] of generators.entries()) {
    deepStrictEqual(await trial(service, generator), {
      username: generator.name,
      created: generator.name,
      about: 'Hello',
      count: position + 1,
    });
    process.stdout.write(
      `${generator.packages[0]}: generates, compiles, makes the six calls\n`,
    );
  }
  await lint();
  process.stdout.write('Spectral finds nothing\n');
} finally {
  await service.stop();
}
