import type { inferInput } from '@trpc/tanstack-react-query';
import { nameOrCount } from '../components/count.ts';
import { toastDone, toastNote } from '../components/toast.tsx';
import { hasLeft } from '../failure.ts';
import { createPersonalStore, type Store, usePart } from '../store.ts';
import { api, type trpc } from '../trpc.ts';
import { followAct } from './acts/watched.ts';
import { bringBack } from './desk/decided.ts';
import { readDeskAgain } from './desk/read-desk.ts';
import type { Profile } from './profiles/profile.ts';
import { unmarkRows } from './profiles/marks.ts';
import { latest, noteJudged } from './profiles/progress.ts';
import { showAsRead, showChanged, showDone } from './profiles/rows.ts';
import { readProfilesAgain } from './read-again.ts';
import { type Reason, reasonName } from './reasons.ts';
import { rejectedOf, type Done, type RowResult } from './rejections.ts';
import { reportFailure, reportRejected } from './report-failures.ts';
import { noteRestored } from './restored.ts';
import { beginSaving, endSaving, isSaving } from './saving.ts';

/**
 * Results of an action on many rows. `action` is null if all rows were rejected.
 */
export type Results = { action: string | null; results: readonly RowResult[] };

/** The changed rows as they were before, and their new state. */
type Shown = { profiles: readonly Profile[]; hidden: boolean };

type Offer = Done & { shown?: Shown | undefined };

/** Offers to take something back, newest last. `dismiss` closes the toast. */
type Offers = readonly (Offer & { dismiss: () => void })[];

type Way = {
  label: 'Undo' | 'Redo';
  offers: Store<Offers>;
  /** Until it ends, the next offer of the other way is unknown. */
  underWay: Promise<unknown>;
};

const wayTo = (label: Way['label']): Way => ({
  label,
  offers: createPersonalStore<Offers>([]),
  underWay: Promise.resolve(),
});

/** Actions of this tab that are not undone. */
const undos = wayTo('Undo');

/** Undos of this tab. To redo means to undo the undo. */
const redos = wayTo('Redo');

function withdraw({ offers }: Way, id: string): void {
  const all = offers.get();
  all.find((other) => other.id === id)?.dismiss();
  offers.set(all.filter((other) => other.id !== id));
}

function offer(way: Way, done: Offer, title: string, description?: string): void {
  withdraw(way, done.id);
  const dismiss = toastDone(title, {
    description,
    action: { label: way.label, run: () => void takeBack(way, done) },
  });
  way.offers.set([...way.offers.get(), { ...done, dismiss }]);
}

export const reportDone = (done: Offer): void =>
  offer(undos, done, done.title, done.reason && reasonName(done.reason));

function reportUndone(undone: Offer): void {
  const title = `Undone: ${undone.title}`;
  if (undone.canRedo === false) toastDone(title);
  else offer(redos, undone, title);
}

/**
 * Shows the results of hiding or restoring profiles, offers to undo, and reloads
 * the profiles.
 */
export function reportResults(
  { action, results }: Results,
  { profiles, hidden, reason }: Shown & { reason: Reason | undefined },
): void {
  const participle = hidden ? 'hidden' : 'restored';
  const changed = results.filter(({ outcome }) => outcome === 'done');
  const ids = new Set(changed.map(({ id }) => id));
  const done = profiles.filter(({ id }) => ids.has(id));
  unmarkRows(ids);
  showDone(done, hidden);
  showAsRead(profiles.filter(({ id }) => !ids.has(id)));
  if (action !== null) {
    const names = changed.map(({ label }) => label ?? 'It');
    const title = `${nameOrCount(names, 'profile')} ${participle}`;
    reportDone({ id: action, title, reason, shown: { profiles: done, hidden } });
  }
  reportRejected(rejectedOf(results), participle);
  readProfilesAgain(results);
}

type Undo = {
  what: inferInput<typeof trpc.moderation.undo>;
  redoes?: boolean;
  /** The rows that change on the screen at once. */
  shown?: Shown | undefined;
  /** Shows the toast of the undo, whose own action has this id. */
  report: (id: string, shown: Shown | undefined) => void;
};

/**
 * Shows the rows in their expected state before the service answers. Undefined if
 * the rows are unknown or have changed.
 */
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
 * Rows that have changed since stay as they are and are shown as rejected. Rows
 * that were already undone are not mentioned beside others.
 * @returns whether the service answered, or nobody waits for it any more
 */
async function undo({ what, redoes = false, shown, report }: Undo): Promise<boolean> {
  const ahead = showAhead(shown);
  const rows = ahead?.profiles ?? [];
  if (!redoes) noteRestored(rows.map(({ id }) => id));
  try {
    const { data } = await api.moderation.undo.mutate(what);
    if (data.isRunning) {
      followAct(data.action, 'It is being undone');
      return true;
    }
    const changed = data.results.flatMap(({ id, outcome }) =>
      outcome === 'done' ? [id] : [],
    );
    const done = rows.filter(({ id }) => changed.includes(id));
    showAsRead(rows.filter(({ id }) => !changed.includes(id)));
    if (ahead) showDone(done, ahead.hidden);
    unmarkRows(data.results.map(({ id }) => id));
    if (!redoes) {
      bringBack(changed);
      noteRestored(changed);
    }
    void readDeskAgain();
    noteJudged(changed, redoes);
    if (data.action !== null) report(data.action, ahead && { ...ahead, profiles: done });
    const rejected = rejectedOf(data.results).filter(
      ({ error }) => error.reason !== 'UNDONE' || data.action === null,
    );
    reportRejected(rejected, 'undone');
    readProfilesAgain(data.results);
    return true;
  } catch (error) {
    if (hasLeft(error)) return true;
    showAsRead(rows);
    reportFailure('That was not undone', error);
    return false;
  } finally {
    endSaving(rows.map(({ id }) => id));
  }
}

/** Accepts an offer. If the service does not answer, the offer stays. */
async function accept(way: Way, { id, ...done }: Done): Promise<void> {
  const { offers } = way;
  const before = offers.get();
  const { shown } = before.find((one) => one.id === id) ?? {};
  withdraw(way, id);
  const redoes = way === redos;
  const isAnswered = await undo({
    what: { action: id },
    redoes,
    shown,
    report: (next, now) =>
      (redoes ? reportDone : reportUndone)({ ...done, id: next, shown: now }),
  });
  if (!isAnswered) offers.set(before);
}

function takeBack(way: Way, done: Done): Promise<void> {
  const answer = accept(way, done);
  way.underWay = Promise.all([way.underWay, answer]);
  return answer;
}

export const undoAction = (done: Done): Promise<void> => takeBack(undos, done);

/**
 * Undoes one event of an action on several rows, or all actions of a person since a time.
 * `title` describes them: "ann hidden", "22 by ann@example.com".
 */
export async function undoPart(what: Undo['what'], title: string): Promise<void> {
  await undo({ what, report: (undoing) => reportUndone({ id: undoing, title }) });
}

/** The action that `u` would undo. */
export const useLastDone = (): Done | undefined =>
  usePart(undos.offers, (offers) => offers.at(-1));

const onlyThisTab = 'Undo older actions, and those of others, in the history.';

export async function undoLast(): Promise<void> {
  await redos.underWay;
  const last = undos.offers.get().at(-1);
  if (last) {
    await undoAction(last);
  } else if (redos.offers.get().length > 0) {
    toastNote(
      'Everything done in this tab is undone',
      `Shift+U redoes the last. ${onlyThisTab}`,
    );
  } else {
    toastNote('Nothing was done in this tab yet', onlyThisTab);
  }
}

export async function redoLast(): Promise<void> {
  await undos.underWay;
  const last = redos.offers.get().at(-1);
  if (last) await takeBack(redos, last);
  else toastNote('Nothing to redo', 'Redo repeats the last action undone in this tab.');
}
