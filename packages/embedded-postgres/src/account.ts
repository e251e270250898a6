import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { EmbeddedUnavailable } from './unavailable.ts';

export type Account = { uid: number; gid: number };

const nobody: Account = { uid: 65534, gid: 65534 };

/** PostgreSQL refuses root. Root runs it as the cluster's owner or as `nobody`. */
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

/** PostgreSQL's programs fail for a user without a name. */
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

/** Checks all parent directories too. */
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
