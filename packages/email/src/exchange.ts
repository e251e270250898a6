export type Answer =
  | { kind: 'answer'; status: number; retryAfter: string | null; body: string }
  | { kind: 'failure'; timedOut: boolean };

const postmarkApi = 'https://api.postmarkapp.com';

export type Account = {
  token: string;
  /** With or without a path; default: Postmark's own. */
  apiUrl?: string | undefined;
  /** For a whole attempt, up to the answer's last byte; default: 10. */
  timeoutSeconds?: number;
};

/**
 * Asks Postmark once: a POST with a body, else a GET. Postmark's own client takes a page
 * of HTML for a success, and loses status, `Retry-After` and time-outs. Redirects are not
 * followed: they would send the API token and the code elsewhere. Never rejects.
 */
export async function exchange(
  { token, apiUrl = postmarkApi, timeoutSeconds = 10 }: Account,
  path: string,
  body?: object,
): Promise<Answer> {
  try {
    const response = await fetch(`${apiUrl.replace(/\/+$/, '')}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-postmark-server-token': token,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutSeconds * 1_000),
    });
    return {
      kind: 'answer',
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.text(),
    };
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return { kind: 'failure', timedOut };
  }
}
