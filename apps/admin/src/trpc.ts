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

/** Loads again what these parts of the service have answered. */
export const readAgain = (...parts: readonly { pathFilter: () => object }[]) =>
  Promise.all(parts.map((part) => queryClient.invalidateQueries(part.pathFilter())));

/** Reloads the person's role if an answer says that it is missing. */
function checkRole(error: unknown): void {
  if (reasonOf(error) === 'ROLE_MISSING') {
    void readAgain(trpc.users.me);
  }
}

queryClient.getQueryCache().config.onError = checkRole;
queryClient.getMutationCache().config.onError = checkRole;
