import { toastDone, toastFailed } from '../../components/toast.tsx';
import { explain, failureOf } from '../../failure.ts';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { readRows } from '../profiles/read-rows.ts';
import { markRows, unmarkRows } from '../profiles/row-marks.ts';
import { refusedOf, tellRefusals, type ActResult, type Refused } from './refusals.ts';

/** Something that was done here and can be taken back. `title` says what: "97 profiles hidden". */
export type Act = { act: string; title: string };

/** What became of an act on many rows; no act where nothing was done to any. */
export type ActResults = { act: string | null; results: readonly ActResult[] };

/** What was done in this tab and not taken back, the last one last. */
let done: readonly Act[] = [];

const forget = (act: string) => {
  done = done.filter((other) => other.act !== act);
};

let reading: Promise<unknown> = Promise.resolve();

/** Until what the last act changed is read again: what is done next is decided on that. */
export const upToDate = async (): Promise<void> => {
  await reading;
};

/** What an act may have changed is read again where it is shown. */
function readAgain(results: readonly ActResult[]): Promise<void> {
  const now = readAll(results);
  reading = now.catch(() => undefined);
  return now;
}

async function readAll(results: readonly ActResult[]): Promise<void> {
  await Promise.all([
    readRows(results),
    ...[
      trpc.profiles.tally.pathFilter(),
      trpc.profiles.inspect.pathFilter(),
      trpc.events.pathFilter(),
      trpc.moderation.pathFilter(),
      trpc.users.search.pathFilter(),
      trpc.users.inspect.pathFilter(),
    ].map((filter) => queryClient.invalidateQueries(filter)),
  ]);
}

const wordOf = ({ refusal }: Refused) =>
  refusal.reason === 'GONE' ? 'Deleted' : 'Changed meanwhile';

const markOf = (result: Refused) =>
  [result.id, { word: wordOf(result), message: result.refusal.message }] as const;

/** How many, or which one where it is one. */
export function countOf(results: readonly ActResult[]): string {
  const [first] = results;
  return results.length === 1 && first ? (first.label ?? 'It') : `${results.length} profiles`;
}

/** Tells what was done as one act with no rows of its own, and offers the way back. */
export function reportDone(act: Act): void {
  done = [...done.filter((other) => other.act !== act.act), act];
  toastDone(act.title, { action: { label: 'Undo', run: () => void undoAct(act) } });
}

function reportRefused(refused: readonly Refused[], act: Act | undefined, word: string): void {
  markRows(refused.map(markOf));
  const [first] = refused;
  if (first && refused.length === 1 && !act) {
    toastFailed(`${first.label ?? 'It'} was not ${word}`, first.refusal.message);
  } else if (first) {
    const title = act ? `${act.title}, ${refused.length} not` : `Nothing was ${word}`;
    tellRefusals({ title, refused, act: act?.act ?? null });
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
  reportRefused(refused, whole, word);
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

const undo = (input: { act: string } | { event: string }) =>
  queryClient
    .getMutationCache()
    .build(queryClient, trpc.moderation.undo.mutationOptions())
    .execute(input);

/** Tells what an undo did. It can be taken back in its turn. */
function reportUndone(title: string, redo: string | null, results: readonly ActResult[]): void {
  const refused = refusedOf(results);
  const back = { act: redo ?? '', title: `Undone: ${title}` };
  unmarkRows(results.map(({ id }) => id));
  if (redo !== null) {
    toastDone(back.title, { action: { label: 'Redo', run: () => void undoAct(back) } });
  }
  reportRefused(refused, redo === null ? undefined : back, 'undone');
}

/** Takes an act back on the server, whole; what was touched since stays, and is told of. */
export async function undoAct({ act, title }: Act): Promise<void> {
  forget(act);
  try {
    const { data } = await undo({ act });
    reportUndone(title, data.act, data.results);
    await readAgain(data.results);
  } catch (error) {
    done = [...done, { act, title }];
    reportFailure('That was not undone', error);
  }
}

/** Takes one event back, as the history offers it. `title` says what it was: "ann hidden". */
export async function undoEvent(event: string, title: string): Promise<void> {
  try {
    const { data } = await undo({ event });
    reportUndone(title, data.act, data.results);
    await readAgain(data.results);
  } catch (error) {
    reportFailure('That was not undone', error);
  }
}

/** Takes back what was done last in this tab; tells where there is nothing. */
export async function undoLast(): Promise<void> {
  const last = done.at(-1);
  if (last) {
    await undoAct(last);
  } else {
    toastDone('Nothing to undo', {
      description: 'Nothing was done in this tab yet. What was done before is in the history.',
    });
  }
}
