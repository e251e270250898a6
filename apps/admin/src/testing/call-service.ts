import type { AppRouter } from '@namecard/client';
import type { Addresses } from '@namecard/testing';
import { createTRPCClient, httpBatchLink } from '@trpc/client';

export {
  mailedCode,
  signIn as tokenOf,
  startService,
  type RunningService as Service,
} from '@namecard/testing';

/** Calls the service as the app does. */
export const callService = ({ origin }: Pick<Addresses, 'origin'>, token?: string) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${origin}/trpc`,
        maxItems: 10,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      }),
    ],
  });
