import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { cannotExecute, hasFailed, processOptions } from './programs.ts';

const run = promisify(execFile);

export type Initialisation = {
  home: string;
  binaries: string;
  account: Account | undefined;
  password: string;
  durable: boolean;
};

/**
 * Makes the cluster `home/cluster`, whole or not at all: whoever is killed in the middle leaves a
 * draft, which the next start throws away. To be called by one process at a time.
 */
export async function initialise(options: Initialisation): Promise<void> {
  const { home, account, password } = options;
  const draft = join(home, 'draft');
  const passwordFile = join(draft, 'password');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) {
    chownSync(draft, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  await initdb(options, join(draft, 'cluster'), passwordFile);
  renameSync(join(draft, 'cluster'), join(home, 'cluster'));
  rmSync(draft, { recursive: true });
}

async function initdb(
  { binaries, account, durable }: Initialisation,
  directory: string,
  passwordFile: string,
): Promise<void> {
  const program = join(binaries, 'initdb');
  const options = [
    `--pgdata=${directory}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  try {
    await run(program, durable ? options : [...options, '--no-sync'], processOptions(account));
  } catch (error) {
    throw whyFailed(program, error);
  }
}

function whyFailed(program: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('syscall' in error) return cannotExecute(program, error);
  const output = 'stderr' in error ? String(error.stderr) : error.message;
  return hasFailed(program, output.split('\n'));
}
