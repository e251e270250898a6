import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { canReach } from './account.ts';

/** For files that the account can't reach in `dataDir`. It survives a reboot. */
const systemDirectory = '/var/lib/namecard';

export function clusterPath(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  return join(existsSync(home) ? realpathSync(home) : home, 'cluster');
}

/** Makes a link if the account can't reach `dataDir`. Without it, data starts anew. */
export function makeHome(dataDir: string, account: Account | undefined): string {
  const home = join(dataDir, 'postgres');
  if (existsSync(home)) return realpathSync(home);
  if (lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(`${home} is a link to a directory that is gone`);
  }
  if (canReach(account, dataDir)) {
    mkdirSync(home);
    chmodSync(home, 0o755);
  } else {
    mkdirSync(systemDirectory, { recursive: true, mode: 0o755 });
    const elsewhere = mkdtempSync(join(systemDirectory, 'data-'));
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, home);
  }
  return realpathSync(home);
}

/** For binaries that can't be used where npm put them. */
export function copiesDirectory(dataDir: string, account: Account | undefined): string {
  return account === undefined ? dataDir : systemDirectory;
}
