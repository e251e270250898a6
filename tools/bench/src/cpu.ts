import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, on every machine that Node runs on there. */
const ticksPerSecond = 100;

/** A process that ends is gone from `/proc`. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Ticks of children that have ended (proc(5), fields 16 and 17 of `stat`). */
function endedChildren(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The second field, the program's name, may hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / ticksPerSecond;
}

/**
 * Seconds of CPU that a process and all that it started have used, their own and the system's for them. `schedstat` counts
 * nanoseconds; `stat` counts hundredths of a second, too coarse for a server of many processes that each work for a few.
 */
export function cpuOfTree(pid: number): number {
  const threads = threadsOf(pid).map((thread) => {
    const [nanoseconds = 0] = read(`/proc/${pid}/task/${thread}/schedstat`)
      .split(' ')
      .map(Number);
    const children = read(`/proc/${pid}/task/${thread}/children`)
      .split(' ')
      .filter(Boolean);
    return children
      .map(Number)
      .reduce((sum, child) => sum + cpuOfTree(child), nanoseconds / 1e9);
  });
  return threads.reduce((sum, seconds) => sum + seconds, endedChildren(pid));
}

/** The process that started another. */
export const parentOf = (pid: number): number =>
  Number(read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]);
