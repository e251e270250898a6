import type { AppRouter } from '@namecard/router';
import { httpBatchLink, type Operation, type TRPCLink } from '@trpc/client';
import type { Fetch } from './ask.ts';

/** Most calls of a request: the service refuses larger batches. */
const largestBatch = 10;

/** Every proxy accepts so many characters of an address. */
const longestAddress = 4_096;

type Options = {
  url: string;
  fetch: Fetch;
  tokenFor: (calls: readonly Operation[]) => Promise<string | null>;
};

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
