import { toastDone, toastFailed } from '../../components/toast.tsx';
import { explain, failureOf } from '../../failure.ts';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { markRows, unmarkRows } from '../profiles/row-marks.ts';
import { readAgain } from './read-again.ts';
import { refusedOf, tellRefusals, type ActResult, type Refused } from './refusals.ts';

/** Something that was done and can be taken back. `title` says what: "97 profiles hidden". */
export type Act = { act: string; title: string };

/** What became of an act on many rows; no act where nothing was done to any. */
export type ActResults = { act: string | null; results: readonly ActResult[] };

/** An act, and what takes its toast away. */
type Told = Act & { dismiss: () => void };

/** What was done in this tab and not taken back, the last one last. */
let told: readonly Told[] = [];

/** Takes an act from the list, and its toast away. */
function withdraw(act: string): void {
  told.find((other) => other.act === act)?.dismiss();
  told = told.filter((other) => other.act !== act);
}

const markOf = ({ id, refusal: { reason, message } }: Refused) =>
  [id, { word: reason === 'GONE' ? 'Deleted' : 'Changed meanwhile', message }] as const;

/** How many, or which one where it is one. */
function countOf(results: readonly ActResult[]): string {
  const [first] = results;
  return results.length === 1 && first ? (first.label ?? 'It') : `${results.length} profiles`;
}

/** Tells that something was done, and offers the way back. */
export function reportDone(act: Act): void {
  withdraw(act.act);
  const dismiss = toastDone(act.title, {
    action: { label: 'Undo', run: () => void undoAct(act) },
  });
  told = [...told, { ...act, dismiss }];
}

/** Tells what was refused: in a toast where it was all, and of one; else in a dialog, with the way back for the rest. */
function reportRefused(
  refused: readonly Refused[],
  { title, word, undoes }: { title: string | undefined; word: string; undoes: Act | null },
): void {
  markRows(refused.map(markOf));
  const [first] = refused;
  if (first && refused.length === 1 && title === undefined) {
    toastFailed(`${first.label ?? 'It'} was not ${word}`, first.refusal.message);
  } else if (first) {
    const whole = title === undefined ? `Nothing was ${word}` : `${title}, ${refused.length} not`;
    tellRefusals({ title: whole, refused, undoes });
  }
}

/**
 * Tells what became of an act on many rows, offers the way back, and reads again what it touched.
 * @param word what was done to the rows, as in "97 profiles hidden"
 */
export async function reportResults({ act, results }: ActResults, word: string): Promise<void> {
  const refused = refusedOf(results);
  const changed = results.filter(({ outcome }) => outcome === 'done');
  const whole = act === null ? undefined : { act, title: `${countOf(changed)} ${word}` };
  unmarkRows(changed.map(({ id }) => id));
  if (whole) {
    reportDone(whole);
  }
  reportRefused(refused, { title: whole?.title, word, undoes: whole ?? null });
  await readAgain(results);
}

/** Tells that nothing came of an act; whoever is to sign in again sees that anyway. */
export function reportFailure(title: string, error: unknown): void {
  const failure = failureOf(error);
  if (failure.reason !== 'TOKEN_INVALID') {
    toastFailed(title, explain(failure));
  }
  if (failure.reason === 'ROLE_MISSING') {
    void queryClient.invalidateQueries(trpc.users.me.queryFilter());
  }
}

/**
 * Asks the service to take something back, whole; what was touched since stays, and is told of.
 * @param tell is told the act that this is, where anything was taken back, and answers with the words for it
 * @returns whether the service answered
 */
async function takeBack(
  what: { act: string } | { event: string },
  tell: (act: string) => string,
): Promise<boolean> {
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, trpc.moderation.undo.mutationOptions());
  try {
    const { data } = await mutation.execute(what);
    unmarkRows(data.results.map(({ id }) => id));
    const title = data.act === null ? undefined : tell(data.act);
    reportRefused(refusedOf(data.results), { title, word: 'undone', undoes: null });
    void readAgain(data.results);
    return true;
  } catch (error) {
    reportFailure('That was not undone', error);
    return false;
  }
}

/** Tells that something was taken back, and offers to do it again after all. */
function reportUndone(title: string, act: string): string {
  const redo = () =>
    void takeBack({ act }, (again) => {
      reportDone({ act: again, title });
      return title;
    });
  const words = `Undone: ${title}`;
  toastDone(words, { action: { label: 'Redo', run: redo } });
  return words;
}

/** Takes an act back. */
export async function undoAct(act: Act): Promise<void> {
  const before = told;
  withdraw(act.act);
  const isAnswered = await takeBack({ act: act.act }, (undo) => reportUndone(act.title, undo));
  if (!isAnswered) {
    told = before;
  }
}

/** Takes one event back, as the history offers it. `title` says what it was: "ann hidden". */
export async function undoEvent(event: string, title: string): Promise<void> {
  await takeBack({ event }, (undo) => reportUndone(title, undo));
}

/** Takes back what was done last in this tab; tells where there is nothing. */
export async function undoLast(): Promise<void> {
  const last = told.at(-1);
  if (last) {
    await undoAct(last);
  } else {
    toastDone('Nothing to undo', {
      description: 'Nothing was done in this tab yet. What was done before is in the history.',
    });
  }
}
