import { fileURLToPath } from 'node:url';
import { nodeFlags, startService } from '@namecard/testing';
import { serverEnvironment } from './settings.ts';

const service = '../../../../apps/api/src/testing/servers/service.ts';
const byHand = '../../peers/hand-written/server.ts';

const programs = {
  service,
  itself: service,
  plugin: '../../../../apps/api/src/testing/servers/plugin.ts',
  'hand-written': byHand,
  pipelined: byHand,
  'better-auth': '../../peers/better-auth/server.ts',
} as const;

/** A server that is measured. */
export type SideName = keyof typeof programs;

const ours = new Set<SideName>(['service', 'itself', 'plugin']);

/** A side at work, as so many processes on one database. */
export type RunningSide = {
  name: SideName;
  origins: string[];
  pids: number[];
  stop: () => Promise<void>;
};

/** Starts a side as processes of their own on a database. */
export async function startSide(
  name: SideName,
  databaseUrl: string,
  { flags = [], instances = 1 }: { flags?: string[]; instances?: number } = {},
): Promise<RunningSide> {
  const environment = {
    ...serverEnvironment,
    DATABASE_URL: databaseUrl,
    ...(name === 'pipelined' && { PIPELINE: 'on' }),
  };
  const program = fileURLToPath(new URL(programs[name], import.meta.url));
  const started: Awaited<ReturnType<typeof startService>>[] = [];
  for (let instance = 0; instance < instances; instance += 1) {
    const allFlags = [...(ours.has(name) ? nodeFlags : []), ...flags];
    started.push(await startService(environment, { program, flags: allFlags }));
  }
  return {
    name,
    origins: started.map(({ origin }) => origin),
    pids: started.map(({ pid }) => pid),
    stop: async () => {
      await Promise.all(started.map(async ({ stop }) => stop()));
    },
  };
}
