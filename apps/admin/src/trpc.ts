import type { AppRouter } from '@namecard/router';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { queryClient } from './query-client.ts';
import { currentSession } from './session.ts';

/** Calls in one HTTP request, at most: the service refuses larger batches. */
const largestBatch = 10;

export const api = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/trpc',
      maxItems: largestBatch,
      headers: () => {
        const { token } = currentSession();
        return token === null ? {} : { authorization: `Bearer ${token}` };
      },
    }),
  ],
});

/** The options of every query and mutation, for TanStack Query's hooks. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client: api, queryClient });
