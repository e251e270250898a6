export type Answer =
  | { kind: 'answer'; status: number; retryAfter: string | null; body: string }
  | { kind: 'failure'; timedOut: boolean };

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A `fetch` for one request, and its answer. */
export type Exchange = { fetch: Fetch; answer(): Answer };

/**
 * Records one request below the provider's client. The client loses the status of
 * a success, the `Retry-After` header, and whether a failure was a time-out.
 * Redirects are not followed: they would send the API token and the code elsewhere.
 */
export function recordExchange(): Exchange {
  let seen: Answer = { kind: 'failure', timedOut: false };
  return {
    answer: () => seen,
    async fetch(input, init) {
      try {
        const response = await fetch(input, { ...init, redirect: 'manual' });
        const body = await response.text();
        const { status } = response;
        seen = {
          kind: 'answer',
          status,
          retryAfter: response.headers.get('retry-after'),
          body,
        };
        return new Response(body === '' ? null : body, { status });
      } catch (error) {
        if (seen.kind === 'failure')
          seen = { kind: 'failure', timedOut: isTimeout(error) };
        throw error;
      }
    },
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
