import type { AppRouter } from '@namecard/router';
import {
  httpBatchLink,
  httpLink,
  splitLink,
  type Operation,
  type TRPCLink,
} from '@trpc/client';
import type { Fetch } from './ask.ts';
import { keyIn } from './idempotency-key.ts';

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

function headersOf(token: string | null, key?: string): Record<string, string> {
  return {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
}

/**
 * The way to the service. Calls that are made at the same time go together; one with an `Idempotency-Key` goes alone, since
 * all calls of a request share its headers.
 */
export function serviceLink({ url, fetch, tokenFor }: Options): TRPCLink<AppRouter> {
  const shared = { url: `${url.replace(/\/+$/, '')}/trpc`, fetch };
  return splitLink({
    condition: ({ context }) => keyIn(context) !== undefined,
    true: httpLink({
      ...shared,
      headers: async ({ op }) => headersOf(await tokenFor([op]), keyIn(op.context)),
    }),
    false: httpBatchLink({
      ...shared,
      maxItems: largestBatch,
      maxURLLength: longestAddress,
      headers: async ({ opList }) => headersOf(await tokenFor(opList)),
    }),
  });
}
