import {
  createClient,
  explain as explainFailure,
  NamecardError,
  type AppRouter,
} from '@namecard/client';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';

/** The token lives as long as the tab. The service is at `VITE_NAMECARD_URL`, by default where `npm start` puts it. */
export const namecard = createClient({
  url: import.meta.env['VITE_NAMECARD_URL'] ?? 'http://127.0.0.1:3000',
  storage: () => sessionStorage,
});

/** The client itself repeats what may be repeated, and says when there is no network. */
const asTheClientDoes = { retry: false, networkMode: 'always' } as const;

export const queryClient = new QueryClient({
  defaultOptions: { queries: asTheClientDoes, mutations: asTheClientDoes },
});

/** Every procedure's options for React Query: `useQuery(trpc.profiles.list.queryOptions({ page }))`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({
  client: namecard.api,
  queryClient,
});

/** Why a call failed, for the person in front of the page. */
export function explain(error: unknown): string {
  if (!(error instanceof NamecardError)) {
    return 'Something went wrong on this page. Load it again.';
  }
  return error.reason === 'USERNAME_TAKEN'
    ? 'Somebody has that username already. Try another.'
    : explainFailure(error, 'Namecard');
}
