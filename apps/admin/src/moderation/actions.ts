import type { inferInput } from '@trpc/tanstack-react-query';
import { toastDone, toastNote } from '../components/toast.tsx';
import { queryClient } from '../query-client.ts';
import { createPersonalStore, type Store, useStore } from '../store.ts';
import { trpc } from '../trpc.ts';
import { bringBack, putAway } from './desk/decided.ts';
import { readDeskAgain } from './desk/read-desk.ts';
import type { Profile } from './profiles/profile.ts';
import { unmarkRows } from './profiles/marks.ts';
import { latest, noteJudged } from './profiles/progress.ts';
import { showAsRead, showChanged, showDone } from './profiles/rows.ts';
import { readProfilesAgain } from './read-again.ts';
import { rejectedOf, type Done, type RowResult } from './rejections.ts';
import { reportFailure, reportRejected } from './report-failures.ts';
import { beginSaving, endSaving, isSaving } from './saving.ts';

/** The results of a moderation action on many rows; `action` is null where all of them were rejected. */
export type Results = { action: string | null; results: readonly RowResult[] };

/** The rows that something was done to, as they were before, and what they are since. */
type Shown = { profiles: readonly Profile[]; hidden: boolean };

/** What can be undone or done again. */
type Offer = Done & { shown?: Shown | undefined };

/** The last one last. `dismiss` takes its toast away. */
type Offers = readonly (Offer & { dismiss: () => void })[];

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

/** "97 profiles", or the name of a single one. */
function countOf(results: readonly RowResult[]): string {
  const [first] = results;
  return results.length === 1 && first
    ? (first.label ?? 'It')
    : `${results.length} profiles`;
}

/** Says that something was done, and offers to undo it. */
export function reportDone(done: Offer): void {
  withdraw(undoable, done.id);
  const dismiss = toastDone(done.title, {
    action: { label: 'Undo', run: () => void undoAction(done) },
  });
  undoable.set([...undoable.get(), { ...done, dismiss }]);
}

/** Says that something was undone, and offers to do it again: to undo the undo. */
function reportUndone(undone: Offer): string {
  const title = `Undone: ${undone.title}`;
  const dismiss = toastDone(title, {
    action: { label: 'Redo', run: () => void redoAction(undone) },
  });
  redoable.set([...redoable.get(), { ...undone, dismiss }]);
  return title;
}

/** Shows the results of hiding or restoring profiles, offers to undo it, and reads the profiles again. */
export function reportResults(
  { action, results }: Results,
  { profiles, hidden }: Shown,
): void {
  const participle = hidden ? 'hidden' : 'restored';
  const changed = results.filter(({ outcome }) => outcome === 'done');
  const ids = new Set(changed.map(({ id }) => id));
  const done = profiles.filter(({ id }) => ids.has(id));
  unmarkRows(ids);
  showDone(done, hidden);
  showAsRead(profiles.filter(({ id }) => !ids.has(id)));
  const offer =
    action === null ? null : { id: action, title: `${countOf(changed)} ${participle}` };
  if (offer) {
    reportDone({ ...offer, shown: { profiles: done, hidden } });
  }
  reportRejected(rejectedOf(results), { title: offer?.title, participle, done: offer });
  readProfilesAgain(results);
}

/** Undoes an action, an undo or one event. */
type Undo = {
  what: inferInput<typeof trpc.moderation.undo>;
  /** Whether it does again what was undone. */
  redoes?: boolean;
  /** What shows at once. */
  shown?: Shown | undefined;
  /** Shows the toast for the undo, itself an action with this id, and returns the title. */
  report: (id: string, shown: Shown | undefined) => string;
};

/** Shows the rows as they will be when the service has answered; undefined where they are not known, or not as they were left. */
function showAhead(shown: Shown | undefined): Shown | undefined {
  if (!shown) return undefined;
  const profiles = shown.profiles
    .map(latest)
    .filter(({ id, hidden }) => hidden === shown.hidden && !isSaving(id));
  beginSaving(profiles.map(({ id }) => id));
  showChanged(profiles, !shown.hidden);
  return { profiles, hidden: !shown.hidden };
}

/**
 * Rows that changed since stay as they are and are shown as rejected; those that were undone already need no word beside others.
 * @returns whether the service answered
 */
async function undo({ what, redoes = false, shown, report }: Undo): Promise<boolean> {
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, trpc.moderation.undo.mutationOptions());
  const ahead = showAhead(shown);
  const rows = ahead?.profiles ?? [];
  try {
    const { data } = await mutation.execute(what);
    const changed = data.results.flatMap(({ id, outcome }) =>
      outcome === 'done' ? [id] : [],
    );
    const done = rows.filter(({ id }) => changed.includes(id));
    showAsRead(rows.filter(({ id }) => !changed.includes(id)));
    if (ahead) showDone(done, ahead.hidden);
    unmarkRows(data.results.map(({ id }) => id));
    if (redoes) putAway(changed);
    else bringBack(changed);
    void readDeskAgain();
    noteJudged(changed, redoes);
    const title =
      data.action === null
        ? undefined
        : report(data.action, ahead && { ...ahead, profiles: done });
    const rejected = rejectedOf(data.results).filter(
      ({ error }) => error.reason !== 'UNDONE' || data.action === null,
    );
    reportRejected(rejected, { title, participle: 'undone', done: null });
    readProfilesAgain(data.results);
    return true;
  } catch (error) {
    showAsRead(rows);
    reportFailure('That was not undone', error);
    return false;
  } finally {
    endSaving(rows.map(({ id }) => id));
  }
}

/** Undoes what a list offers; where the service does not answer, the offer stands. */
async function accept(
  offers: Store<Offers>,
  id: string,
  undoing: Omit<Undo, 'what'>,
): Promise<void> {
  const before = offers.get();
  const { shown } = before.find((offer) => offer.id === id) ?? {};
  withdraw(offers, id);
  if (!(await undo({ what: { action: id }, shown, ...undoing }))) {
    offers.set(before);
  }
}

/** Until these are answered it is not known what they offer in turn. */
const underWay: Record<'undos' | 'redos', Promise<unknown>> = {
  undos: Promise.resolve(),
  redos: Promise.resolve(),
};

export function undoAction({ id, title }: Done): Promise<void> {
  const answer = accept(undoable, id, {
    report: (undoing, shown) => reportUndone({ id: undoing, title, shown }),
  });
  underWay.undos = Promise.all([underWay.undos, answer]);
  return answer;
}

function redoAction({ id, title }: Done): Promise<void> {
  const answer = accept(redoable, id, {
    redoes: true,
    report: (again, shown) => {
      reportDone({ id: again, title, shown });
      return title;
    },
  });
  underWay.redos = Promise.all([underWay.redos, answer]);
  return answer;
}

/** Undoes one event of an action on several rows. `title` says what it was: "ann hidden". */
export async function undoEvent(event: string, title: string): Promise<void> {
  await undo({
    what: { event },
    report: (undoing) => reportUndone({ id: undoing, title }),
  });
}

/** Undoes all that somebody has done since an instant. `title` says what it was: "22 by ann@example.com". */
export async function undoAllOf(
  filter: NonNullable<inferInput<typeof trpc.moderation.undo>['filter']>,
  title: string,
): Promise<void> {
  await undo({
    what: { filter },
    report: (undoing) => reportUndone({ id: undoing, title }),
  });
}

/** What `u` would undo. */
export const useLastDone = (): Done | undefined =>
  useStore(undoable, (offers) => offers.at(-1));

const onlyThisTab = 'What was done before, or by others, is undone in the history.';

/** Undoes what was done last in this tab; says where there is nothing. */
export async function undoLast(): Promise<void> {
  await underWay.redos;
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
  await underWay.undos;
  const last = redoable.get().at(-1);
  if (last) {
    await redoAction(last);
  } else {
    toastNote('Nothing is undone in this tab', 'Redo does again what was undone last.');
  }
}
