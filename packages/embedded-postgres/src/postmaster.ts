import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from './system-error.ts';

/** PostgreSQL's first process, from the cluster's lock file. */
export type Postmaster = { pid: number; port: number; ready: boolean };

/** The cluster's server, even if another process started it. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const lines = lockFileLines(cluster);
  const postmaster = {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    ready: lines[7]?.trim() === 'ready',
  };
  return isPostmaster(postmaster.pid, cluster) ? postmaster : undefined;
}

/** A living id proves little: it may be another process's, or a dead orphan's. */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  // Elsewhere only `ps` could tell, which is too slow for a check every 5 ms.
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    return false;
  }
}

/**
 * Lets a new server take over a dead server's lock file. Call it only while
 * nobody else can start one. PostgreSQL refuses while any process has the file's
 * id, unless it is its parent (CreateLockFile in miscinit.c). Removing the file
 * would skip the check that no process of the dead server still writes.
 */
export function inheritLockFile(cluster: string): void {
  const [pid, ...others] = lockFileLines(cluster);
  if (pid === undefined) return;
  writeFileSync(lockFile(cluster), [String(process.pid), ...others].join('\n'));
}

/** A stopped server leaves no lock file. */
export function deadServersPort(cluster: string): number | undefined {
  return Number(lockFileLines(cluster)[3]) || undefined;
}

function lockFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

function lockFileLines(cluster: string): string[] {
  try {
    return readFileSync(lockFile(cluster), 'utf8').split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
