/*
 * A decision shows when its key is pressed, and the service follows. Decisions wait 300 ms at most for others, so that a fast
 * hand needs few requests. Each is an action of its own that names the revision which was seen. Until it is answered the row
 * says "Saving". A refusal brings the row back with the reason beside it. A page that closes sends what waits in a request
 * that outlives it.
 */
import { toastFailed } from '../components/toast.tsx';
import { failureOf } from '../failure.ts';
import { tokenInTab } from '../namecard.ts';
import { beginSaving, endSaving } from './saving.ts';

/** Something decided, which shows already. */
export type Decision = {
  /** The ids of the rows that say "Saving" until it is answered. */
  rows: readonly string[];
  /** The tRPC call. */
  path: string;
  input: object;
  /** Calls the service, and reports what came of it. */
  send: () => Promise<void>;
  /** Says on each row that it was not saved. */
  fail: (error: unknown) => void;
  /** Shows the rows as they were read. */
  takeBack: () => void;
  /** Reads what became of it. */
  readAgain: () => void;
};

type Waiting = Decision & {
  /** Milliseconds; undefined while it waits. */
  sentAt?: number;
  answer: Promise<void>;
  settle: () => void;
};

/** Milliseconds for which a decision waits for others. */
const gathering = 300;

/** Milliseconds after which a call has surely left the page. */
const leaving = 100;

/** Decisions that are not answered, the first one first. */
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

/** Sends what waits. Calls that are made at the same time travel together. */
function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const decision of decisions.filter(({ sentAt }) => sentAt === undefined)) {
    void send(decision);
  }
}

/** Has a decision that shows be sent. */
export function save(decision: Decision): void {
  const { promise: answer, resolve: settle } = Promise.withResolvers<void>();
  decisions = [...decisions, { ...decision, answer, settle }];
  beginSaving(decision.rows);
  timer ??= setTimeout(flush, gathering);
}

/**
 * Takes the last decision back if it has not left yet; waits for its answer otherwise.
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
  drop(last);
  return true;
}

/** Calls in one request, at most: the service refuses larger batches. */
const largestBatch = 10;

/** Asks by a request that outlives the page. */
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

/** Sends calls and, where the page goes on, reads what they came to. */
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
 * A page that closes has no time to wait. A call that may still be on its way out of it is sent once more: its second answer is
 * only that it was done.
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

// A page in the background may be closed without a word.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') flush();
});
window.addEventListener('pagehide', sendBeforeLeaving);
