import { toastDone, toastFailed, toastNote } from '../components/toast.tsx';
import { explain, failureOf } from '../failure.ts';
import { queryClient } from '../query-client.ts';
import { createPersonalStore, type Store } from '../store.ts';
import { trpc } from '../trpc.ts';
import { markRows, unmarkRows } from './profiles/marks.ts';
import { noteJudged } from './profiles/progress.ts';
import { setHidden } from './profiles/rows.ts';
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

/** What can be undone or done again, the last one last. `dismiss` takes its toast away. */
type Offers = readonly (Done & { dismiss: () => void })[];

/** Actions of this tab that are not undone. */
const undoable = createPersonalStore<Offers>([]);

/** Undos of this tab. */
const redoable = createPersonalStore<Offers>([]);

/** Takes an action from its list, and its toast away. */
function withdraw(offers: Store<Offers>, id: string): void {
  const all = offers.get();
  all.find((other) => other.id === id)?.dismiss();
  offers.set(all.filter((other) => other.id !== id));
}

const markOf = ({ id, error: { reason, message } }: Rejected) =>
  [id, { badge: reason === 'GONE' ? 'Deleted' : 'Changed meanwhile', message }] as const;

/** "97 profiles", or the name of a single one. */
function countOf(results: readonly RowResult[]): string {
  const [first] = results;
  return results.length === 1 && first
    ? (first.label ?? 'It')
    : `${results.length} profiles`;
}

/** Says that something was done, and offers to undo it. */
export function reportDone(done: Done): void {
  withdraw(undoable, done.id);
  const dismiss = toastDone(done.title, {
    action: { label: 'Undo', run: () => void undoAction(done) },
  });
  undoable.set([...undoable.get(), { ...done, dismiss }]);
}

/** Says that something was undone, and offers to do it again: to undo the undo. */
function reportUndone(undone: Done): string {
  const title = `Undone: ${undone.title}`;
  const dismiss = toastDone(title, {
    action: { label: 'Redo', run: () => void redoAction(undone) },
  });
  redoable.set([...redoable.get(), { ...undone, dismiss }]);
  return title;
}

/** Shows rejections: a single row on its own in a toast, else a dialog that also offers to undo the rest. */
function reportRejected(
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

/** Shows the results of hiding or restoring profiles, offers to undo it, and reads the profiles again. */
export async function reportResults(
  { action, results }: Results,
  hidden: boolean,
): Promise<void> {
  const participle = hidden ? 'hidden' : 'restored';
  const changed = results.filter(({ outcome }) => outcome === 'done');
  const ids = changed.map(({ id }) => id);
  const done =
    action === null ? null : { id: action, title: `${countOf(changed)} ${participle}` };
  unmarkRows(ids);
  setHidden(ids, hidden);
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

/** Undoes an action, an undo or one event. */
type Undo = {
  what: { action: string } | { event: string };
  /** Whether it does again what was undone. */
  redoes?: boolean;
  /** Shows the toast for the undo, itself an action with this id, and returns the title. */
  report: (id: string) => string;
};

/**
 * Rows that changed since stay as they are and are shown as rejected; those that were undone already need no word beside others.
 * @returns whether the service answered
 */
async function undo({ what, redoes = false, report }: Undo): Promise<boolean> {
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, trpc.moderation.undo.mutationOptions());
  try {
    const { data } = await mutation.execute(what);
    const changed = data.results.flatMap(({ id, outcome }) =>
      outcome === 'done' ? [id] : [],
    );
    unmarkRows(data.results.map(({ id }) => id));
    noteJudged(changed, redoes);
    const title = data.action === null ? undefined : report(data.action);
    const rejected = rejectedOf(data.results).filter(
      ({ error }) => error.reason !== 'UNDONE' || data.action === null,
    );
    reportRejected(rejected, { title, participle: 'undone', done: null });
    void readProfilesAgain(data.results);
    return true;
  } catch (error) {
    reportFailure('That was not undone', error);
    return false;
  }
}

/** Undoes what a list offers; where the service does not answer, the offer stands. */
async function accept(
  offers: Store<Offers>,
  id: string,
  undoing: Omit<Undo, 'what'>,
): Promise<void> {
  const before = offers.get();
  withdraw(offers, id);
  if (!(await undo({ what: { action: id }, ...undoing }))) {
    offers.set(before);
  }
}

export const undoAction = ({ id, title }: Done): Promise<void> =>
  accept(undoable, id, { report: (undoing) => reportUndone({ id: undoing, title }) });

const redoAction = ({ id, title }: Done): Promise<void> =>
  accept(redoable, id, {
    redoes: true,
    report: (again) => {
      reportDone({ id: again, title });
      return title;
    },
  });

/** Undoes one event of an action on several rows. `title` says what it was: "ann hidden". */
export async function undoEvent(event: string, title: string): Promise<void> {
  await undo({
    what: { event },
    report: (undoing) => reportUndone({ id: undoing, title }),
  });
}

const onlyThisTab = 'What was done before, or by others, is undone in the history.';

/** Undoes what was done last in this tab; says where there is nothing. */
export async function undoLast(): Promise<void> {
  const last = undoable.get().at(-1);
  if (last) {
    await undoAction(last);
  } else if (redoable.get().length > 0) {
    toastNote(
      'Everything done in this tab is undone',
      `Shift+U redoes the last. ${onlyThisTab}`,
    );
  } else {
    toastNote('Nothing was done in this tab yet', onlyThisTab);
  }
}

/** Does again what was undone last in this tab; says where there is nothing. */
export async function redoLast(): Promise<void> {
  const last = redoable.get().at(-1);
  if (last) {
    await redoAction(last);
  } else {
    toastNote('Nothing is undone in this tab', 'Redo does again what was undone last.');
  }
}
