/* The screen shows a decision at once, and its call leaves at once. Each decision is its
   own action and names the revisions that were seen. Until its answer the rows on the
   screen say "Saving". After a refusal the rows return. Answers are reported in the order
   of the decisions, so that an undo takes back the last one. The calls outlive a closing
   page (src/namecard.ts). */
import { onlineManager } from '@tanstack/react-query';
import { toastNote } from '../components/toast.tsx';
import { hasLeft } from '../failure.ts';
import { beginSaving, endSaving } from './saving.ts';

export type Decision<Answer> = {
  /** Ids of the rows that say "Saving" until the answer. */
  rows: readonly string[];
  call: () => Promise<Answer>;
  report: (answer: Answer) => void;
  /** Shows the rows as before, and reports why the decision was not saved. */
  fail: (error: unknown) => void;
};

/** Offline nothing is decided: no row leaves, and a note says why. */
export function isOffline(): boolean {
  const isGone = !onlineManager.isOnline();
  if (isGone) toastNote('You’re offline', 'Nothing was changed.');
  return isGone;
}

let answers: Promise<void> = Promise.resolve();

/** Ends when all decisions so far are answered and reported. */
export const answered = (): Promise<void> => answers;

export function save<Answer>({ rows, call, report, fail }: Decision<Answer>): void {
  beginSaving(rows);
  const before = answers;
  const settle = async () => {
    try {
      const answer = await call();
      await before;
      report(answer);
    } catch (error) {
      await before;
      if (!hasLeft(error)) fail(error);
    } finally {
      endSaving(rows);
    }
  };
  answers = settle();
}
