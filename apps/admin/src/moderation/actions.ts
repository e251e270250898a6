import { toastDone, toastFailed } from '../components/toast.tsx';
import { explain, failureOf } from '../failure.ts';
import { queryClient } from '../query-client.ts';
import { createStore } from '../store.ts';
import { trpc } from '../trpc.ts';
import { markRows, unmarkRows } from './profiles/marks.ts';
import { readProfilesAgain } from './read-again.ts';
import {
  rejectedOf,
  showRejections,
  type Done,
  type Rejected,
  type RowResult,
} from './rejections.ts';

/** The results of a moderation action on many rows; `action` is null where all of them were rejected. */
export type Results = { action: string | null; results: readonly RowResult[] };

/** Actions of this tab that are not undone, the last one last. `dismiss` takes an action's toast away. */
const undoable = createStore<readonly (Done & { dismiss: () => void })[]>([]);

/** Takes an action from the list, and its toast away. */
function withdraw(id: string): void {
  const all = undoable.get();
  all.find((other) => other.id === id)?.dismiss();
  undoable.set(all.filter((other) => other.id !== id));
}

const markOf = ({ id, error: { reason, message } }: Rejected) =>
  [id, { badge: reason === 'GONE' ? 'Deleted' : 'Changed meanwhile', message }] as const;

/** "97 profiles", or the name of a single one. */
function countOf(results: readonly RowResult[]): string {
  const [first] = results;
  return results.length === 1 && first ? (first.label ?? 'It') : `${results.length} profiles`;
}

/** Says that something was done, and offers to undo it. */
export function reportDone(done: Done): void {
  withdraw(done.id);
  const dismiss = toastDone(done.title, {
    action: { label: 'Undo', run: () => void undoAction(done) },
  });
  undoable.set([...undoable.get(), { ...done, dismiss }]);
}

/** Shows rejections: a single row on its own in a toast, else a dialog that also offers to undo the rest. */
function reportRejected(
  rejected: readonly Rejected[],
  { title, participle, done }: { title: string | undefined; participle: string; done: Done | null },
): void {
  markRows(rejected.map(markOf));
  const [first] = rejected;
  if (first && rejected.length === 1 && title === undefined) {
    toastFailed(`${first.label ?? 'It'} was not ${participle}`, first.error.message);
  } else if (first) {
    const whole =
      title === undefined ? `Nothing was ${participle}` : `${title}, ${rejected.length} not`;
    showRejections({ title: whole, rejected, done });
  }
}

/**
 * Shows the results of an action on many rows, offers to undo it, and reads again what it touched.
 * @param participle what was done to the rows, as in "97 profiles hidden"
 */
export async function reportResults(
  { action, results }: Results,
  participle: string,
): Promise<void> {
  const changed = results.filter(({ outcome }) => outcome === 'done');
  const done = action === null ? null : { id: action, title: `${countOf(changed)} ${participle}` };
  unmarkRows(changed.map(({ id }) => id));
  if (done) {
    reportDone(done);
  }
  reportRejected(rejectedOf(results), { title: done?.title, participle, done });
  await readProfilesAgain(results);
}

/** Says that an action failed. A rejected token or role needs no toast: another page opens. */
export function reportFailure(title: string, error: unknown): void {
  const failure = failureOf(error);
  if (failure.reason !== 'TOKEN_INVALID' && failure.reason !== 'ROLE_MISSING') {
    toastFailed(title, explain(failure));
  }
}

/**
 * Undoes an action or one event. Rows that changed since stay as they are and are shown as rejected.
 * @param report shows the toast for the undo, itself an action with this id, and returns the title
 * @returns whether the service answered
 */
async function undo(
  what: { action: string } | { event: string },
  report: (id: string) => string,
): Promise<boolean> {
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, trpc.moderation.undo.mutationOptions());
  try {
    const { data } = await mutation.execute(what);
    unmarkRows(data.results.map(({ id }) => id));
    const title = data.action === null ? undefined : report(data.action);
    reportRejected(rejectedOf(data.results), { title, participle: 'undone', done: null });
    void readProfilesAgain(data.results);
    return true;
  } catch (error) {
    reportFailure('That was not undone', error);
    return false;
  }
}

/** Says that something was undone, and offers to do it again: to undo the undo. */
function reportUndone(title: string, id: string): string {
  const redo = () =>
    void undo({ action: id }, (again) => {
      reportDone({ id: again, title });
      return title;
    });
  const undone = `Undone: ${title}`;
  toastDone(undone, { action: { label: 'Redo', run: redo } });
  return undone;
}

export async function undoAction({ id, title }: Done): Promise<void> {
  const before = undoable.get();
  withdraw(id);
  const isAnswered = await undo({ action: id }, (undoing) => reportUndone(title, undoing));
  if (!isAnswered) {
    undoable.set(before);
  }
}

/** Undoes one event, as the history offers it. `title` says what it was: "ann hidden". */
export async function undoEvent(event: string, title: string): Promise<void> {
  await undo({ event }, (undoing) => reportUndone(title, undoing));
}

/** Undoes what was done last in this tab; says where there is nothing. */
export async function undoLast(): Promise<void> {
  const last = undoable.get().at(-1);
  if (last) {
    await undoAction(last);
  } else {
    toastDone('Nothing to undo', {
      description: 'Nothing was done in this tab yet. What was done before is in the history.',
    });
  }
}
