import type { AppRouter } from '@namecard/router';
import { createTRPCClient, httpBatchLink, splitLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { fetchInSession, fetchWithTimeout } from './fetching.ts';
import { queryClient } from './query-client.ts';
import { session } from './session.ts';

/** The service rejects larger batches. */
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

/** Makes the options of queries and mutations for TanStack Query. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
