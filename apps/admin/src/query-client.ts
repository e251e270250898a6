import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf, isPassing } from './failure.ts';
import { loseSession, onSessionChange } from './session.ts';

const retries = 2;

/** The service ends a session by this reason alone; any other refusal leaves it as it is. */
function endRefusedSession(error: unknown): void {
  if (failureOf(error).reason === 'TOKEN_INVALID') {
    loseSession();
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endRefusedSession }),
  mutationCache: new MutationCache({ onError: endRefusedSession }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < retries && isPassing(failureOf(error)),
    },
    // An act is done now or refused now, never kept back until there is a connection again.
    mutations: { networkMode: 'always' },
  },
});

// What one person was shown is not for the next to see.
onSessionChange(() => queryClient.clear());
