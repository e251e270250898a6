import { QueryClient } from '@tanstack/react-query';
import { failureOf, isPassing } from './failure.ts';
import { currentSession, onSessionChange } from './session.ts';

const retries = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < retries && isPassing(failureOf(error)),
    },
    // An act is done now or refused now, never kept back until there is a connection again.
    mutations: { networkMode: 'always' },
  },
});

let { person } = currentSession();

onSessionChange(() => {
  const session = currentSession();
  if (session.person !== person) {
    // What one person was shown is not for the next to see.
    ({ person } = session);
    queryClient.clear();
  } else if (session.token !== null) {
    // Signed in again: things went on in the meantime.
    void queryClient.invalidateQueries();
  }
});
