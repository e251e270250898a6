import type { AppRouter } from '@namecard/router';
import {
  createTRPCClient,
  httpBatchLink,
  isTRPCClientError,
  type TRPCClient,
  type TRPCClientError,
} from '@trpc/client';

/** A typed client. Calls made at the same time go as one batch. */
export function trpcClient(origin: string, token?: string): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${origin}/trpc`,
        maxItems: 10,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      }),
    ],
  });
}

/** The error of a call that must fail. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<TRPCClientError<AppRouter>> {
  try {
    await call;
  } catch (error) {
    if (isTRPCClientError<AppRouter>(error)) {
      return error;
    }
    throw error;
  }
  throw new Error('The call succeeded');
}
