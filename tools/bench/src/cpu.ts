import { readdirSync, readFileSync } from 'node:fs';

/** Linux has this value on all machines of Node. */
const ticksPerSecond = 100;

/** Empty if the process has ended. */
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

/** Ticks of ended children (proc(5), fields 16 and 17 of `stat`). */
function endedChildren(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The second field, the program's name, may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / ticksPerSecond;
}

/**
 * CPU seconds of a process and its children, user and system. `schedstat` has
 * nanoseconds. `stat` has only hundredths, too coarse for many processes that
 * each do little.
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

/** The parent of a process. */
export const parentOf = (pid: number): number =>
  Number(read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]);
