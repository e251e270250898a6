import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** Of Linux, on every machine that Node runs on there. */
const ticksPerSecond = 100;

/** Seconds of CPU that a process has used, its own and the system's for it (proc(5), fields 14 and 15 of `stat`). */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field, the program's name, may hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** How many processes wanted to run, on average over the last minute: what else the machine was busy with. */
export const loadAverage = () => loadavg()[0] ?? Number.NaN;
