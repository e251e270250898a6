import type { AppRouter } from '@namecard/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { failureOf } from './failure.ts';
import { namecard } from './namecard.ts';
import { queryClient } from './query-client.ts';

/** Makes the options of queries and mutations for TanStack Query. */
export const trpc = createTRPCOptionsProxy<AppRouter>({
  client: namecard.api,
  queryClient,
});

/** Reads again who is signed in where an answer says that a role is missing: it may have been taken away. */
function checkRole(error: unknown): void {
  if (failureOf(error).reason === 'ROLE_MISSING') {
    void queryClient.invalidateQueries(trpc.users.me.queryFilter());
  }
}

queryClient.getQueryCache().config.onError = checkRole;
queryClient.getMutationCache().config.onError = checkRole;
