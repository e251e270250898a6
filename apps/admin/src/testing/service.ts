import type { AppRouter } from '@namecard/router';
import * as testing from '@namecard/testing';
import { createTRPCClient, httpBatchLink } from '@trpc/client';

export { startService, type RunningService as Service } from '@namecard/testing';

type Origin = { origin: string };

/** The code that was mailed to an address last, as soon as there is one. */
export const mailedCode = ({ origin }: Origin, email: string) => testing.mailedCode(origin, email);

/** Calls the service as the app does, without its page. */
export const callService = ({ origin }: Origin, token?: string) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${origin}/trpc`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      }),
    ],
  });

/** Signs an address in without the page; gives its token. */
export const tokenOf = ({ origin }: Origin, email: string) => testing.signIn(origin, email);
