import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { EmbeddedUnavailable } from './unavailable.ts';

export type Account = { uid: number; gid: number };

/** The unprivileged account every Linux has. */
const nobody: Account = { uid: 65534, gid: 65534 };

/**
 * The account PostgreSQL is to run as, or `undefined` for the one this process runs as. PostgreSQL
 * refuses to be root, so root hands it to whoever owns the cluster already, else to nobody.
 */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) {
    requireName();
    return undefined;
  }
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner === undefined || owner.uid === 0
    ? nobody
    : { uid: owner.uid, gid: owner.gid };
}

/** PostgreSQL's programs look up the name of the user they run as, and end when there is none. */
function requireName(): void {
  try {
    userInfo();
  } catch (cause) {
    const id = process.getuid?.();
    throw new EmbeddedUnavailable(`the user with id ${id} has no entry in /etc/passwd`, {
      cause,
    });
  }
}

/** Whether the account may enter the directory and every one above it (under a 0700 home it may not). */
export function canReach(account: Account | undefined, directory: string): boolean {
  if (account === undefined) return true;
  const path = resolve(directory);
  const parent = dirname(path);
  return mayEnter(account, path) && (parent === path || canReach(account, parent));
}

function mayEnter(account: Account, directory: string): boolean {
  const { uid, gid, mode } = statSync(directory);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
