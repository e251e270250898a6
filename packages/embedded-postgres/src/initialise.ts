import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { cannotExecute, hasFailed, processOptions } from './programs.ts';

const run = promisify(execFile);

const drafts = 'draft-';

export type Initialisation = {
  home: string;
  binaries: string;
  account: Account | undefined;
  password: string;
  durable: boolean;
};

/** Call it in one process at a time. Removes drafts that killed processes left. */
export async function initialise(options: Initialisation): Promise<void> {
  const { home, account, password } = options;
  const draft = mkdtempSync(join(home, drafts));
  const passwordFile = join(draft, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) {
    chownSync(draft, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  try {
    await initdb(options, join(draft, 'cluster'), passwordFile);
    renameSync(join(draft, 'cluster'), join(home, 'cluster'));
  } finally {
    await removeDrafts(home);
  }
}

async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(drafts)) {
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
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
    await run(
      program,
      durable ? options : [...options, '--no-sync'],
      processOptions(account),
    );
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
