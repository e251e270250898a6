import { createTestDatabase } from '@namecard/db/testing';
import {
  makeDataDirectory,
  testSecretKey,
  type Addresses,
  type Settings,
} from '@namecard/testing';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import type { MemoryBounds } from '../fairness/memory.ts';
import { readEnvironment } from '../settings/environment.ts';
import { startService, type Service } from '../process/start-service.ts';

export type TestService = Addresses & {
  databaseUrl: string;
  service: Service;
  stop: () => Promise<void>;
};

type Options = { settings?: Settings; logger?: Logger; memory?: MemoryBounds };

/**
 * Starts the real service with these settings on a free port of 127.0.0.1. It
 * refuses nothing for overload without `memory`, because tests in the same process
 * may block its event loop.
 */
export async function startOn(
  databaseUrl: string,
  options: Options = {},
): Promise<Service> {
  // The directory is only needed during the start.
  await using directory = await makeDataDirectory();
  const environment = readEnvironment({
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory.path,
    SECRET_KEY: testSecretKey,
    PORT: '0',
    ...options.settings,
  });
  const logger = options.logger ?? pino({ level: 'silent' });
  return await startService(environment, logger, { memory: options.memory });
}

/** The real service on its own migrated, empty database. */
export async function startTestService(options: Options = {}): Promise<TestService> {
  const { url, drop } = await createTestDatabase();
  const service = await startOn(url, options);
  return {
    origin: service.address,
    mailbox: service.mailbox,
    databaseUrl: url,
    service,
    stop: async () => {
      await service.close();
      await drop();
    },
  };
}

/** A service for a test file. Call the getter only in tests and hooks. */
export function useService(options: Options = {}): () => TestService {
  let started: TestService | undefined;
  beforeAll(async () => {
    started = await startTestService(options);
  });
  afterAll(async () => started?.stop());
  return () => {
    if (!started) {
      throw new Error('The service is there only while tests run');
    }
    return started;
  };
}
