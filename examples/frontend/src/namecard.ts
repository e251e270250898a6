import {
  createClient,
  explain as explainFailure,
  NamecardError,
  type AppRouter,
} from '@namecard/client';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';

/** The token lasts as long as the tab. */
export const namecard = createClient({
  url: import.meta.env['VITE_NAMECARD_URL'] ?? 'http://127.0.0.1:3000',
  storage: () => sessionStorage,
});

/** The client repeats calls itself, and reports a missing network. */
const asTheClientDoes = { retry: false, networkMode: 'always' } as const;

export const queryClient = new QueryClient({
  defaultOptions: { queries: asTheClientDoes, mutations: asTheClientDoes },
});

/** Options for React Query: `useQuery(trpc.profiles.list.queryOptions({ page }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({
  client: namecard.api,
  queryClient,
});

export function explain(error: unknown): string {
  if (!(error instanceof NamecardError)) {
    return 'Something went wrong on this page. Load it again.';
  }
  return error.reason === 'USERNAME_TAKEN'
    ? 'Somebody has that username already. Try another.'
    : explainFailure(error, 'Namecard');
}
