import { createTestDatabase } from '@namecard/db/testing';
import { afterAll, beforeAll } from 'vitest';
import { startService, type RunningService } from './start-service.ts';
import type { Settings } from './run-service.ts';

/**
 * The service in a process of its own for the test file, or the `describe`, that calls this, on an empty database of its own.
 * The getter may be called within tests and hooks only.
 */
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
    const { stop } = service;
    started.defer(async () => {
      await stop();
    });
  });
  afterAll(async () => started.disposeAsync());
  return () => {
    if (!service) {
      throw new Error('The service runs only while tests run');
    }
    return service;
  };
}
