import type { AppRouter } from '@namecard/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { reasonOf } from './failure.ts';
import { namecard } from './namecard.ts';
import { queryClient } from './query-client.ts';

export const trpc = createTRPCOptionsProxy<AppRouter>({
  client: namecard.api,
  queryClient,
});

/** The options of a list that the service gives page by page. */
export const byCursor = {
  initialCursor: null,
  getNextPageParam: ({ data }: { data: { nextCursor: string | null } }) =>
    data.nextCursor,
};

/** Reloads the person's role if an answer says that it is missing. */
function checkRole(error: unknown): void {
  if (reasonOf(error) === 'ROLE_MISSING') {
    void queryClient.invalidateQueries(trpc.users.me.queryFilter());
  }
}

queryClient.getQueryCache().config.onError = checkRole;
queryClient.getMutationCache().config.onError = checkRole;
