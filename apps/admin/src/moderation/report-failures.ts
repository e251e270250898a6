import { toastFailed } from '../components/toast.tsx';
import { explain, hasLeft, reasonOf } from '../failure.ts';
import { markRows, type Mark } from './profiles/marks.ts';
import type { Rejected } from './rejections.ts';

/**
 * Shows a toast about a failed action. For a rejected token or role another page
 * opens instead.
 */
export function reportFailure(title: string, error: unknown): void {
  if (hasLeft(error) || reasonOf(error) === 'ROLE_MISSING') return;
  toastFailed(title, explain(error));
}

/** The mark of a change that was refused or not saved. */
const notSaved = ({ reason, message }: { reason: string; message: string }): Mark => ({
  tone: 'bad',
  badge: reason === 'WAITS_FOR_ADMIN' ? 'Waits for an admin' : 'Not saved',
  message,
});

type Unsaved = Pick<Mark, 'isWrongIfHidden'> & {
  rows: readonly string[];
  /** "ann", "97 profiles". */
  what: string;
  participle: string;
};

/** Marks rows whose change was not saved, and says why. */
export function reportNotSaved(unsaved: Unsaved, error: unknown): void {
  const { rows, what, participle, isWrongIfHidden } = unsaved;
  const why = { reason: reasonOf(error), message: explain(error) };
  const mark = { ...notSaved(why), isWrongIfHidden };
  markRows(rows.map((id) => [id, mark] as const));
  const were = rows.length === 1 ? 'was' : 'were';
  reportFailure(
    isAnswerLost(error)
      ? `Maybe not ${participle}: ${what}`
      : `${what} ${were} not ${participle}`,
    error,
  );
}

/** Whether only the answer may be lost: nobody knows if the change was made. */
export const isAnswerLost = (error: unknown): boolean => reasonOf(error) === 'NETWORK';

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
