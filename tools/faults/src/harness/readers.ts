import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, residentMegabytes } from '@namecard/testing';
import { ask } from './ask.ts';
import { countBy, none, type Figure } from './figures.ts';

/** A person who reads their own account repeatedly. */
export type Client = { origin: string; ip: string; token: string };

export type Reads = { milliseconds: number[]; failures: (number | 'none')[] };

async function readOneself(
  { origin, ip, token }: Client,
  pause: number,
  until: AbortSignal,
): Promise<Reads> {
  const reads: Reads = { milliseconds: [], failures: [] };
  while (!until.aborted) {
    const answer = await ask(`${origin}/api/v1/users/me`, { ip, token }).catch(
      () => undefined,
    );
    reads.milliseconds.push(answer?.milliseconds ?? Number.POSITIVE_INFINITY);
    if (answer?.status !== 200) reads.failures.push(answer?.status ?? 'none');
    await sleep(pause);
  }
  return reads;
}

/**
 * Lets clients read during the work.
 * @param pause milliseconds between two reads of one client
 */
export async function readBeside(
  clients: readonly Client[],
  work: Promise<unknown>,
  pause: number,
): Promise<Reads> {
  const ending = new AbortController();
  const reading = clients.map((client) => readOneself(client, pause, ending.signal));
  await work.finally(() => ending.abort());
  const all = await Promise.all(reading);
  return {
    milliseconds: all.flatMap(({ milliseconds }) => milliseconds),
    failures: all.flatMap(({ failures }) => failures),
  };
}

export const p95 = ({ milliseconds }: Reads) => percentile(milliseconds, 0.95);

export const failedFigure = (name: string, { failures }: Reads): Figure =>
  none(
    `${name}, failed ${Object.keys(countBy(failures)).join(', ')}`.trim(),
    failures.length,
  );

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
