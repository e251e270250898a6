/* The screen shows a decision at once. The service is asked afterwards. Decisions
   wait at most 300 ms for others, so that fast work needs few requests. Each
   decision is its own action and names the revisions that were seen. Until its
   answer the rows on the screen say "Saving". After a refusal the rows return. A
   closing page sends waiting decisions in a request that outlives it. */
import { onlineManager } from '@tanstack/react-query';
import { toastFailed, toastNote } from '../components/toast.tsx';
import { failureOf } from '../failure.ts';
import { tokenInTab } from '../namecard.ts';
import { noteRestored } from './restored.ts';
import { beginSaving, endSaving } from './saving.ts';

/** A decision that is already visible. */
export type Decision = {
  /** Ids of the rows that say "Saving" until the answer. */
  rows: readonly string[];
  path: string;
  input: object;
  /** Calls the service and reports the result. */
  send: () => Promise<void>;
  /** Shows the rows as before, and reports why the decision was not saved. */
  fail: (error: unknown) => void;
  /** Shows the rows as they were loaded. */
  takeBack: () => void;
  /** Loads the result. */
  readAgain: () => void;
};

type Waiting = Decision & {
  /** `Date.now()` when it was sent; undefined before. */
  sentAt?: number;
  answer: Promise<void>;
  settle: () => void;
};

/** Offline nothing is decided: no row leaves, and a note says why. */
export function isOffline(): boolean {
  const isGone = !onlineManager.isOnline();
  if (isGone) toastNote('You’re offline', 'Nothing was changed.');
  return isGone;
}

/** Milliseconds that a decision waits for others. */
const gathering = 300;

/** Milliseconds after which we assume that a call has left the page. */
const leaving = 100;

/** Unanswered decisions, oldest first. */
let decisions: readonly Waiting[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

const drop = (decision: Waiting): void => {
  decisions = decisions.filter((other) => other !== decision);
  endSaving(decision.rows);
  decision.settle();
};

async function send(decision: Waiting): Promise<void> {
  decision.sentAt = Date.now();
  try {
    await decision.send();
  } catch (error) {
    decision.fail(error);
  } finally {
    drop(decision);
  }
}

/** Sends the waiting decisions. Simultaneous calls become one batch. */
function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const decision of decisions.filter(({ sentAt }) => sentAt === undefined)) {
    void send(decision);
  }
}

/** Queues a decision that is already visible. It is sent within 300 ms. */
export function save(decision: Decision): void {
  const { promise: answer, resolve: settle } = Promise.withResolvers<void>();
  decisions = [...decisions, { ...decision, answer, settle }];
  beginSaving(decision.rows);
  timer ??= setTimeout(flush, gathering);
}

/**
 * Takes back the last decision if it is not sent yet. Otherwise waits for its
 * answer.
 * @returns whether it was taken back
 */
export async function takeBackLast(): Promise<boolean> {
  const last = decisions.at(-1);
  if (!last) return false;
  if (last.sentAt !== undefined) {
    await last.answer;
    return false;
  }
  last.takeBack();
  noteRestored(last.rows);
  drop(last);
  return true;
}

/** Most calls of one batch; the service refuses more. */
const largestBatch = 10;

/** Sends calls in a request that outlives the page. */
async function askForGood(calls: readonly Waiting[]): Promise<void> {
  const paths = calls.map(({ path }) => path);
  const inputs = calls.map(({ input }) => input);
  const response = await fetch(`/trpc/${paths.join(',')}?batch=1`, {
    method: 'POST',
    keepalive: true,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tokenInTab()}`,
    },
    body: JSON.stringify(Object.fromEntries(inputs.entries())),
  });
  if (!response.ok)
    throw new Error(`The service answered with status ${response.status}.`);
}

/** Sends calls, and loads the results if the page continues. */
async function sendForGood(
  calls: readonly Waiting[],
  unsent: readonly Waiting[],
): Promise<void> {
  try {
    await askForGood(calls);
  } catch (error) {
    toastFailed('Not saved', failureOf(error).message);
  }
  for (const decision of unsent) {
    decision.takeBack();
    drop(decision);
    decision.readAgain();
  }
}

/**
 * A closing page can't wait. A call that may not have left the page is sent
 * again: the second answer then only says that it was already done.
 */
function sendBeforeLeaving(): void {
  const unsent = decisions.filter(({ sentAt }) => sentAt === undefined);
  const onTheirWay = decisions.filter(
    ({ sentAt }) => sentAt !== undefined && Date.now() - sentAt < leaving,
  );
  const waiting = [...unsent, ...onTheirWay];
  clearTimeout(timer);
  timer = undefined;
  for (const decision of unsent) decision.sentAt = 0;
  for (let start = 0; start < waiting.length; start += largestBatch) {
    const calls = waiting.slice(start, start + largestBatch);
    const rows = calls.filter((call) => unsent.includes(call));
    void sendForGood(calls, rows);
  }
}

// A browser may close a page in the background without an event.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') flush();
});
window.addEventListener('pagehide', sendBeforeLeaving);
