import type { AppRouter } from '@namecard/router';
import { createTRPCClient, httpBatchLink, splitLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { failureOf } from './failure.ts';
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

/** Reads again who is signed in where an answer says that a role is missing: it may have been taken away. */
function checkRole(error: unknown): void {
  if (failureOf(error).reason === 'ROLE_MISSING') {
    void queryClient.invalidateQueries(trpc.users.me.queryFilter());
  }
}

queryClient.getQueryCache().config.onError = checkRole;
queryClient.getMutationCache().config.onError = checkRole;
