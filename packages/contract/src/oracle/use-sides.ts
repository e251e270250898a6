import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { testSecretKey, useService } from '../../../../apps/api/src/testing/start-service.ts';

/** Where each side answers; both work on one database. */
export type Sides = { facade: string; adapter: string };

/** The service, and trpc-to-openapi's plugin beside it, for the `describe` that calls this. */
export function useSides(): () => Sides {
  const service = useService();
  let adapter: string | undefined;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const child = fork(fileURLToPath(new URL('adapter.ts', import.meta.url)), {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: service().databaseUrl,
        SECRET_KEY: testSecretKey,
      },
    });
    const exited = once(child, 'exit');
    stop = async () => {
      child.disconnect();
      await exited;
    };
    const [address]: unknown[] = await once(child, 'message');
    adapter = z.string().parse(address);
  });
  afterAll(async () => stop?.());
  return () => {
    if (adapter === undefined) {
      throw new Error('The adapter is there only while tests run');
    }
    return { facade: service().origin, adapter };
  };
}
