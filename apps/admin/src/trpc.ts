import type { AppRouter } from '@namecard/router';
import { createTRPCClient, httpBatchLink, splitLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { fetchInSession, fetchWithTimeout } from './fetching.ts';
import { queryClient } from './query-client.ts';
import { session } from './session.ts';

/** Calls in one HTTP request, at most: the service rejects larger batches. */
const largestBatch = 10;

const url = '/trpc';

function ownToken(): Record<string, string> {
  const { token } = session.get();
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      // Signing in and out does not wait for a session.
      condition: ({ path }) => path.startsWith('auth.'),
      true: httpBatchLink({
        url,
        maxItems: largestBatch,
        fetch: fetchWithTimeout,
        headers: ownToken,
      }),
      false: httpBatchLink({ url, maxItems: largestBatch, fetch: fetchInSession }),
    }),
  ],
});

/** The options of every query and mutation, for TanStack Query's hooks. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
