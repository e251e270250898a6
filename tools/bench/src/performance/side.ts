import { fileURLToPath } from 'node:url';
import { nodeFlags, startService, type RunningService } from '@namecard/testing';
import { serverEnvironment } from './settings.ts';

/** Ours, whichever plugin serves it. */
const isService = (name: SideName) => name === 'service' || name === 'plugin';

const programs = {
  service: '../../../../apps/api/src/testing/servers/service.ts',
  plugin: '../../../../apps/api/src/testing/servers/plugin.ts',
  'hand-written': '../../peers/hand-written/server.ts',
  'better-auth': '../../peers/better-auth/server.ts',
} as const;

/** A server that is measured. */
export type SideName = keyof typeof programs;

export type RunningSide = RunningService & { name: SideName };

/** Starts a side as a process of its own on a database. */
export async function startSide(
  name: SideName,
  databaseUrl: string,
  flags: string[] = [],
): Promise<RunningSide> {
  const service = await startService(
    { ...serverEnvironment, DATABASE_URL: databaseUrl },
    {
      program: fileURLToPath(new URL(programs[name], import.meta.url)),
      flags: [...(isService(name) ? nodeFlags : []), ...flags],
    },
  );
  return { ...service, name };
}
