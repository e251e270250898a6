import { QueryClient } from '@tanstack/react-query';
import { dismissToasts } from './components/toast.tsx';
import { failureOf, isPassing } from './failure.ts';
import { session } from './session.ts';
import { forgetPerson } from './store.ts';

const retries = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < retries && isPassing(failureOf(error)),
    },
    // An action is done now or rejected now, never kept back until there is a connection again.
    mutations: { networkMode: 'always' },
  },
});

session.subscribe((before) => {
  const { person, token } = session.get();
  if (person !== before.person) {
    // What one person did and was shown is not for the next to see or undo.
    queryClient.clear();
    forgetPerson();
    dismissToasts();
  } else if (token !== null) {
    // Signed in again: things went on in the meantime.
    void queryClient.invalidateQueries();
  }
});
