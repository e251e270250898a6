import { createTestDatabase } from '@namecard/db/testing';
import { afterAll, beforeAll } from 'vitest';
import { runService, type ServiceProcess } from './run-service.ts';

export type RunningService = ServiceProcess & {
  databaseUrl: string;
};

async function start(settings: Record<string, string>): Promise<RunningService> {
  const { url, drop } = await createTestDatabase();
  const { origin, stop } = await runService({ DATABASE_URL: url, ...settings });
  return {
    origin,
    databaseUrl: url,
    stop: async () => {
      await stop();
      await drop();
    },
  };
}

/**
 * The real service for the test file, or the `describe`, that calls this, on an empty database of its own. The getter may be
 * called within tests and hooks only.
 * @param settings as they would stand in the environment
 */
export function useService(settings: Record<string, string> = {}): () => RunningService {
  let running: RunningService | undefined;
  beforeAll(async () => {
    running = await start(settings);
  });
  afterAll(async () => running?.stop());
  return () => {
    if (!running) {
      throw new Error('The service runs only while tests run');
    }
    return running;
  };
}
