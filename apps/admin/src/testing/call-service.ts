import type { AppRouter } from '@namecard/client';
import type { Addresses } from '@namecard/testing';
import { createTRPCClient, httpBatchLink, type TRPCLink } from '@trpc/client';

export {
  confirmationCode,
  mailedCode,
  signIn as tokenOf,
  startService,
  type RunningService as Service,
} from '@namecard/testing';

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
