import { onlineManager, QueryClient } from '@tanstack/react-query';
import { toasts } from './components/toast.tsx';
import { reasonOf } from './failure.ts';
import { session } from './namecard.ts';
import { forgetPerson } from './store.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The client has already retried. If the connection was lost, the query
      // waits for it.
      retry: (_count, error) =>
        reasonOf(error) === 'NETWORK' && !onlineManager.isOnline(),
    },
    // Actions run now or fail now. They never wait for a connection.
    mutations: { networkMode: 'always' },
  },
});

session.subscribe((before) => {
  if (session.get().person !== before.person) {
    // The next person must not see or undo this person's work.
    queryClient.clear();
    forgetPerson();
    toasts.close();
  } else if (before.status === 'ended') {
    // The data may have changed before this person signed in again.
    void queryClient.invalidateQueries();
  }
});
