import { createTestDatabase } from '@namecard/db/testing';
import {
  makeDataDirectory,
  testSecretKey,
  type Addresses,
  type Settings,
} from '@namecard/testing';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { readEnvironment } from '../settings/environment.ts';
import { startService, type Service } from '../process/service.ts';

export type TestService = Addresses & {
  databaseUrl: string;
  service: Service;
  stop: () => Promise<void>;
};

type Options = { settings?: Settings; logger?: Logger };

/**
 * The real service, settings and all, on a free port of 127.0.0.1 and the database of that address. It refuses nothing for
 * overload: it shares its event loop with the tests, which may keep it busy for longer than a service ever is.
 */
export async function startOn(
  databaseUrl: string,
  options: Options = {},
): Promise<Service> {
  // Nothing is read there any more once it has started.
  await using directory = await makeDataDirectory();
  const environment = readEnvironment({
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory.path,
    SECRET_KEY: testSecretKey,
    PORT: '0',
    ...options.settings,
  });
  const logger = options.logger ?? pino({ level: 'silent' });
  return await startService(environment, logger, { memory: undefined });
}

/** The real service on a migrated, empty database of its own. */
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

/** A service for the test file, or the `describe`, that calls this. The getter may be called within tests and hooks only. */
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
