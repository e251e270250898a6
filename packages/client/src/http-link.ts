import type { AppRouter } from '@namecard/router';
import { httpBatchLink, type Operation, type TRPCLink } from '@trpc/client';
import type { Fetch } from './ask.ts';

/** Calls in one HTTP request, at most: the service refuses larger batches. */
const largestBatch = 10;

/** Characters of an address that every proxy takes; the calls that are over go as another batch. */
const longestAddress = 4_096;

type Options = {
  url: string;
  fetch: Fetch;
  /** The token for calls that go out together, or null. */
  tokenFor: (calls: readonly Operation[]) => Promise<string | null>;
};

/** The way to the service. Calls that are made at the same time go together. */
export function serviceLink({ url, fetch, tokenFor }: Options): TRPCLink<AppRouter> {
  return httpBatchLink({
    url: `${url}/trpc`,
    fetch,
    maxItems: largestBatch,
    maxURLLength: longestAddress,
    headers: async ({ opList }) => {
      const token = await tokenFor(opList);
      return token === null ? {} : { authorization: `Bearer ${token}` };
    },
  });
}
