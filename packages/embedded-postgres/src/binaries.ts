import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';
import { canReach } from './account.ts';

/**
 * Makes one copy of a version in `copies` if the package can't be used in its
 * place: unreachable for the account, or incomplete and not writable.
 */
export function readyBinaries(
  platformPackage: string,
  account: Account | undefined,
  copies: string,
): string {
  const installed = realpathSync(platformPackage);
  const usable =
    canReach(account, join(installed, 'native', 'bin')) && finished(installed);
  return join(usable ? installed : copyOf(installed, copies), 'native', 'bin');
}

function finished(directory: string): boolean {
  try {
    finish(directory);
    return true;
  } catch {
    return false;
  }
}

/** Makes links and sets modes, in case the install script did not run. */
function finish(directory: string): void {
  for (const { source, target } of missingLinks(directory)) {
    symlinkSync(relative(dirname(target), source), target);
  }
  const bin = join(directory, 'native', 'bin');
  for (const program of readdirSync(bin).map((name) => join(bin, name))) {
    if (!isExecutable(program)) chmodSync(program, 0o755);
  }
}

function missingLinks(directory: string): { source: string; target: string }[] {
  const list = join(directory, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) throw new Error(`${list} is not a list`);
  return links
    .filter(isLink)
    .map(({ source, target }) => ({
      source: join(directory, source),
      target: join(directory, target),
    }))
    .filter(({ target }) => !existsSync(target));
}

function isLink(value: unknown): value is { source: string; target: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Renamed when complete, so that nobody runs half a copy. */
function copyOf(installed: string, copies: string): string {
  const copy = join(copies, `postgresql-${versionOf(installed)}`);
  if (existsSync(copy)) return copy;
  mkdirSync(copies, { recursive: true, mode: 0o755 });
  const draft = mkdtempSync(`${copy}.`);
  try {
    cpSync(join(installed, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    finish(draft);
    chmodSync(draft, 0o755);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function versionOf(directory: string): string {
  const manifest: unknown = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) {
    throw new Error(`${directory} has no version`);
  }
  return String(manifest.version);
}
