import { readFileSync } from 'node:fs';

/** The value below which that share of the values lies; of the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[rank] ?? Number.NaN;
}

/** Megabytes of memory that a process holds. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] =
    readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/) ?? [];
  return Number(kilobytes) / 1024;
}
