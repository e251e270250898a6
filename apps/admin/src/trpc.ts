import type { AppRouter } from '@namecard/router';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { queryClient } from './query-client.ts';
import { currentSession } from './session.ts';

/** Calls in one HTTP request, at most: the service refuses larger batches. */
const largestBatch = 10;

/** Milliseconds after which an answer is no longer waited for. */
const patience = 15_000;

const client = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/trpc',
      maxItems: largestBatch,
      fetch: (address, { signal, ...options } = {}) =>
        fetch(address, {
          ...options,
          signal: AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(patience)]),
        }),
      headers: () => {
        const { token } = currentSession();
        return token === null ? {} : { authorization: `Bearer ${token}` };
      },
    }),
  ],
});

/** The options of every query and mutation, for TanStack Query's hooks. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
