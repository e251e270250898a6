import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from './system-error.ts';

/** PostgreSQL's first process, as its lock file in the cluster describes it. */
export type Postmaster = { pid: number; port: number; ready: boolean };

/** The server that runs on this cluster now, whoever started it. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const lines = lockFileLines(cluster);
  const postmaster = {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    ready: lines[7]?.trim() === 'ready',
  };
  return isPostmaster(postmaster.pid, cluster) ? postmaster : undefined;
}

/**
 * Whether the process is a server of this cluster. That it exists says too little: its id may have
 * been given to another process since, and where nothing reaps orphans the dead keep theirs.
 */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    return false;
  }
}

/**
 * Lets a new server take over the lock file of one that is dead, to be called only while nobody else
 * can start one. PostgreSQL would refuse for as long as any process has the id in it, unless that is
 * its own parent's (CreateLockFile in its miscinit.c). Removing the file instead would also remove
 * the check that no process of the dead server is still writing.
 */
export function inheritLockFile(cluster: string): void {
  const [pid, ...others] = lockFileLines(cluster);
  if (pid === undefined) return;
  writeFileSync(lockFile(cluster), [String(process.pid), ...others].join('\n'));
}

/** The port of a server that died: one that was stopped leaves no lock file. */
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
