import { parseJson } from './classify.ts';
import { type Account, exchange } from './exchange.ts';
import type { MisconfiguredReason, RetryReason } from './mailer.ts';

type Problem =
  | Extract<MisconfiguredReason, 'credentials_rejected' | 'api_not_found'>
  | RetryReason;

function problemOf(status: number): Problem {
  if (status === 401 || status === 403) return 'credentials_rejected';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'provider_failed';
  return status >= 300 && status < 500 ? 'api_not_found' : 'answer_malformed';
}

/** Checks the API token with Postmark, but sends no mail. Never rejects. */
export async function checkPostmark(account: Account): Promise<'ok' | Problem> {
  const answer = await exchange(account, '/server');
  if (answer.kind === 'failure') {
    return answer.timedOut ? 'timed_out' : 'connection_failed';
  }
  if (answer.status !== 200) return problemOf(answer.status);
  const body = parseJson(answer.body);
  return typeof body === 'object' && body !== null && 'ID' in body
    ? 'ok'
    : 'answer_malformed';
}
