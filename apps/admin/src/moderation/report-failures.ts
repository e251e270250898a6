import { toastFailed } from '../components/toast.tsx';
import { explain, failureOf } from '../failure.ts';
import { markRows, notSaved } from './profiles/marks.ts';
import type { Rejected } from './rejections.ts';

/**
 * Shows a toast about a failed action. For a rejected token or role another page
 * opens instead.
 */
export function reportFailure(title: string, error: unknown): void {
  const failure = failureOf(error);
  if (failure.reason !== 'TOKEN_INVALID' && failure.reason !== 'ROLE_MISSING') {
    toastFailed(title, explain(failure));
  }
}

/** The most rows that a toast names. */
const mostNamed = 3;

/** Marks the rows that did not change, and says why. */
export function reportRejected(rejected: readonly Rejected[], participle: string): void {
  markRows(rejected.map(({ id, error }) => [id, notSaved(error)] as const));
  const [first] = rejected;
  if (!first) return;
  if (rejected.length === 1) {
    toastFailed(`${first.label ?? 'It'} was not ${participle}`, first.error.message);
    return;
  }
  const named = rejected
    .slice(0, mostNamed)
    .map(({ label, error }) => `${label ?? 'A deleted profile'}: ${error.message}`);
  const others = rejected.length - named.length;
  toastFailed(
    `${rejected.length} were not ${participle}`,
    [...named, ...(others > 0 ? [`And ${others} more`] : [])].join('\n'),
  );
}
