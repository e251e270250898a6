import { fileURLToPath } from 'node:url';
import {
  startService,
  useService,
  type Addresses,
  type RunningService,
} from '@namecard/testing';
import { afterAll, beforeAll } from 'vitest';

export const adminEmail = 'admin@example.com';

/** The service's addresses and its database. */
export type Facade = Addresses & { databaseUrl: string };

/** Both sides use one database. */
export type Sides = { facade: Facade; adapter: Addresses };

const program = fileURLToPath(
  new URL('../../../../apps/api/src/testing/servers/plugin.ts', import.meta.url),
);

/** Starts the service and trpc-to-openapi's plugin for a `describe`. */
export function useSides(): () => Sides {
  const settings = { AUDIENCES: 'forum', ADMIN_EMAILS: adminEmail };
  const service = useService(settings);
  let adapter: RunningService | undefined;
  beforeAll(async () => {
    adapter = await startService(
      { ...settings, DATABASE_URL: service().databaseUrl },
      { program },
    );
  });
  afterAll(async () => adapter?.stop());
  return () => {
    if (adapter === undefined) {
      throw new Error('The adapter is there only while tests run');
    }
    return { facade: service(), adapter };
  };
}
