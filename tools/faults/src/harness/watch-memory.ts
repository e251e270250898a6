import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from '@namecard/testing';

/** The most megabytes of a process until the signal. NaN if the process ends. */
export async function watchMemory(pid: number, until: AbortSignal): Promise<number> {
  let most = 0;
  while (!until.aborted) {
    try {
      most = Math.max(most, residentMegabytes(pid));
    } catch {
      return Number.NaN;
    }
    await sleep(100);
  }
  return most;
}
