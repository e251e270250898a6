import type { AppRouter } from '@namecard/client';
import { createTestDatabase } from '@namecard/db/testing';
import {
  startService as start,
  type Addresses,
  type RunningService,
} from '@namecard/testing';
import { createTRPCClient, httpBatchLink, type TRPCLink } from '@trpc/client';

export {
  confirmationCode,
  mailedCode,
  signIn as tokenOf,
  type RunningService as Service,
} from '@namecard/testing';

/**
 * On an empty database of the run's server, unless `DATABASE_URL` is set. The run
 * drops it.
 */
export async function startService(
  ...[settings = {}, options]: Parameters<typeof start>
): Promise<RunningService> {
  if (settings['DATABASE_URL'] !== undefined) return start(settings, options);
  const { url, orm } = await createTestDatabase();
  await orm.close();
  return start({ ...settings, DATABASE_URL: url }, options);
}

/** Calls the service as the app does, through these links first. */
export const callService = (
  { origin }: Pick<Addresses, 'origin'>,
  token?: string,
  ...first: TRPCLink<AppRouter>[]
) =>
  createTRPCClient<AppRouter>({
    links: [
      ...first,
      httpBatchLink({
        url: `${origin}/trpc`,
        maxItems: 10,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      }),
    ],
  });
