import { toastFailed } from '../components/toast.tsx';
import { explain, failureOf } from '../failure.ts';
import { markRows } from './profiles/marks.ts';
import { showRejections, type Done, type Rejected } from './rejections.ts';

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

const markOf = ({ id, error: { reason, message } }: Rejected) =>
  [id, { badge: reason === 'GONE' ? 'Deleted' : 'Changed meanwhile', message }] as const;

/**
 * Shows rejections: one row in a toast, several in a dialog that can undo the
 * rest.
 */
export function reportRejected(
  rejected: readonly Rejected[],
  {
    title,
    participle,
    done,
  }: { title: string | undefined; participle: string; done: Done | null },
): void {
  markRows(rejected.map(markOf));
  const [first] = rejected;
  if (first && rejected.length === 1 && title === undefined) {
    toastFailed(`${first.label ?? 'It'} was not ${participle}`, first.error.message);
  } else if (first) {
    const whole =
      title === undefined
        ? `Nothing was ${participle}`
        : `${title}, ${rejected.length} not`;
    showRejections({ title: whole, rejected, done });
  }
}
