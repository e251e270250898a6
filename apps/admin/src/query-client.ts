import { onlineManager, QueryClient } from '@tanstack/react-query';
import { dismissToasts } from './components/toast.tsx';
import { failureOf } from './failure.ts';
import { session } from './namecard.ts';
import { forgetPerson } from './store.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The client has made the call again where that may help. Where the connection is lost meanwhile, a query waits for it.
      retry: (_count, error) =>
        failureOf(error).reason === 'NETWORK' && !onlineManager.isOnline(),
    },
    // An action is done now or rejected now, never kept back until there is a connection again.
    mutations: { networkMode: 'always' },
  },
});

session.subscribe((before) => {
  if (session.get().person !== before.person) {
    // What one person did and was shown is not for the next to see or undo.
    queryClient.clear();
    forgetPerson();
    dismissToasts();
  } else if (before.status === 'ended') {
    // Signed in again: things went on in the meantime.
    void queryClient.invalidateQueries();
  }
});
