import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { nodeFlags, serverEnvironment } from '../settings.ts';

/** Ours, whichever plugin serves it. */
const isService = (name: SideName) => name === 'service' || name === 'plugin';

const programs = {
  service: 'service.ts',
  'hand-written': '../../peers/hand-written/server.ts',
  plugin: 'plugin.ts',
  'better-auth': '../../peers/better-auth/server.ts',
} as const;

/** A server that is measured. */
export type SideName = keyof typeof programs;

export type RunningSide = {
  name: SideName;
  origin: string;
  /** Of its process. */
  pid: number;
  stop(): Promise<void>;
};

const announcement = z.object({ origin: z.string() });

/** Every process that was started here and has not ended: none outlives us. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Starts a side as a process of its own on a database. */
export async function startSide(
  name: SideName,
  databaseUrl: string,
  flags: string[] = [],
): Promise<RunningSide> {
  const child = fork(fileURLToPath(new URL(programs[name], import.meta.url)), {
    execArgv: [...(isService(name) ? nodeFlags : []), ...flags],
    env: { PATH: process.env['PATH'], ...serverEnvironment, DATABASE_URL: databaseUrl },
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  const early = ended.then(() => {
    throw new Error(`${name} ended before it listened`);
  });
  const [message] = await Promise.race([once(child, 'message'), early]);
  early.catch(() => {});
  if (child.pid === undefined) {
    throw new Error(`${name} has no process`);
  }
  return {
    name,
    ...announcement.parse(message),
    pid: child.pid,
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}
