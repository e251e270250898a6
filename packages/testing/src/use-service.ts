import { createTestDatabase } from '@namecard/db/testing';
import { afterAll, beforeAll } from 'vitest';
import { startService, type RunningService } from './start-service.ts';
import type { Settings } from './run-service.ts';

/** For a test file or `describe`. Only tests and hooks may call the getter. */
export function useService(
  settings: Settings = {},
): () => RunningService & { databaseUrl: string } {
  let service: (RunningService & { databaseUrl: string }) | undefined;
  const started = new AsyncDisposableStack();
  beforeAll(async () => {
    const { url, drop } = await createTestDatabase();
    started.defer(drop);
    service = {
      ...(await startService({ DATABASE_URL: url, ...settings })),
      databaseUrl: url,
    };
    started.defer(service.stop);
  });
  afterAll(async () => started.disposeAsync());
  return () => {
    if (!service) {
      throw new Error('The service runs only while tests run');
    }
    return service;
  };
}
