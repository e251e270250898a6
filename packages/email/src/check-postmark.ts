import type { MisconfiguredReason, RetryReason } from './mailer.ts';
import { postmarkApi, type PostmarkOptions } from './postmark.ts';

type Problem =
  | Extract<MisconfiguredReason, 'credentials_rejected' | 'api_not_found'>
  | Exclude<RetryReason, 'unanswered'>;

/** Seconds. */
const timeout = 10;

function problemOf(status: number): Problem {
  if (status === 401 || status === 403) return 'credentials_rejected';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'provider_failed';
  return status >= 300 && status < 500 ? 'api_not_found' : 'answer_malformed';
}

/** Checks the API token with Postmark, but sends no mail. Never rejects. */
export async function checkPostmark({
  token,
  apiUrl = postmarkApi,
}: {
  token: PostmarkOptions['token'];
  apiUrl?: string | undefined;
}): Promise<'ok' | Problem> {
  try {
    const response = await fetch(`${apiUrl.replace(/\/+$/, '')}/server`, {
      headers: { accept: 'application/json', 'x-postmark-server-token': token },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout * 1_000),
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.status !== 200) return problemOf(response.status);
    return typeof body === 'object' && body !== null && 'ID' in body
      ? 'ok'
      : 'answer_malformed';
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return timedOut ? 'timed_out' : 'connection_failed';
  }
}
