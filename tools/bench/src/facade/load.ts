import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
const run = promisify(execFile);

const result = z.object({
  requests: z.object({ total: z.number() }),
  duration: z.number(),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.literal(0),
  non2xx: z.literal(0),
});

export type Load = { perSecond: number; p50: number; p99: number };

/**
 * Asks for `url` over 20 connections, from a process of its own, for so many seconds.
 * Latencies are in milliseconds. Throws if an answer fails or is not a success.
 */
export async function load(url: string, seconds: number): Promise<Load> {
  const flags = ['--json', '--connections', '20', '--duration', String(seconds)];
  const { stdout } = await run(process.execPath, [autocannon, ...flags, url]);
  const { requests, duration, latency } = result.parse(JSON.parse(stdout));
  return { perSecond: requests.total / duration, p50: latency.p50, p99: latency.p99 };
}
