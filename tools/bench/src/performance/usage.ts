import { loadavg } from 'node:os';

/** How many processes wanted to run, on average over the last minute: what else the machine was busy with. */
export const loadAverage = () => loadavg()[0] ?? Number.NaN;
