/*
 * A decision shows when its key is pressed, and the service follows. Decisions wait 300 ms at most for others, so that a fast
 * hand needs few requests. Each is an action of its own that names the revision which was seen. Until it is answered the row
 * says "Saving". A refusal brings the row back with the reason beside it. A page that closes sends what waits in a request
 * that outlives it.
 */
import { toastFailed, toastNote } from '../components/toast.tsx';
import { failureOf } from '../failure.ts';
import { tokenInTab } from '../namecard.ts';
import { queryClient } from '../query-client.ts';
import { trpc } from '../trpc.ts';
import { reportResults, type Results } from './actions.ts';
import { reportFailure } from './report-failures.ts';
import type { Profile } from './profiles/profile.ts';
import { markRows } from './profiles/marks.ts';
import { latest } from './profiles/progress.ts';
import { showAsRead, showChanged } from './profiles/rows.ts';
import { readProfilesAgain } from './read-again.ts';
import type { Reason } from './reasons.ts';
import { beginSaving, endSaving, isSaving } from './saving.ts';

/** Why a profile is hidden, or with which notes it is shown again. An empty note is none. */
type Why = { reason?: Reason; note?: string | null; privateNote?: string | null };

type Decision = {
  /** As they were seen. */
  profiles: readonly Profile[];
  hidden: boolean;
  why: Why;
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
let decisions: readonly Decision[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

const idsOf = ({ profiles }: Decision) => profiles.map(({ id }) => id);

const labelled = (profiles: readonly Profile[]) =>
  profiles.map(({ id, username }) => ({ id, label: username }));

const seen = ({ profiles }: Decision) =>
  profiles.map(({ id, revision }) => ({ id, revision }));

const drop = (decision: Decision): void => {
  decisions = decisions.filter((other) => other !== decision);
  endSaving(idsOf(decision));
  decision.settle();
};

async function ask(decision: Decision): Promise<Results> {
  const profiles = seen(decision);
  const { reason = 'other', ...notes } = decision.why;
  const { hideMany, restoreMany } = trpc.moderation.profiles;
  const mutations = queryClient.getMutationCache();
  const { data } = decision.hidden
    ? await mutations
        .build(queryClient, hideMany.mutationOptions())
        .execute({ profiles, reason, ...notes })
    : await mutations
        .build(queryClient, restoreMany.mutationOptions())
        .execute({ profiles, ...notes });
  return data;
}

/** Says on each row that it was not saved. What became of it in truth is read. */
function reportNotSaved(decision: Decision, error: unknown): void {
  const { profiles, hidden } = decision;
  const [first] = profiles;
  showAsRead(profiles);
  const { message, reason } = failureOf(error);
  const badge = reason === 'WAITS_FOR_ADMIN' ? 'Waits for an admin' : 'Not saved';
  const mark = { badge, message, isWrongIfHidden: hidden };
  markRows(profiles.map(({ id }) => [id, mark] as const));
  const what =
    profiles.length === 1 && first ? first.username : `${profiles.length} profiles`;
  const participle = hidden ? 'hidden' : 'restored';
  const verb = reason === 'NETWORK' ? 'may not be' : 'was not';
  reportFailure(`${what} ${verb} ${participle}`, error);
  readProfilesAgain(labelled(profiles));
}

async function send(decision: Decision): Promise<void> {
  decision.sentAt = Date.now();
  try {
    const results = await ask(decision);
    reportResults(results, decision);
  } catch (error) {
    reportNotSaved(decision, error);
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

/** Leaves out one's own profiles, those in that state already and those that are being saved; says so where none is left. */
function actedOn(
  chosen: readonly Profile[],
  hidden: boolean,
  me: string,
): readonly Profile[] {
  const others = chosen.map(latest).filter(({ owner }) => owner.id !== me);
  const [first] = others;
  const profiles = others.filter(
    (profile) => profile.hidden !== hidden && !isSaving(profile.id),
  );
  if (profiles.length > 0 || chosen.length === 0) return profiles;
  if (!first) {
    toastNote('You can’t moderate your own profiles', 'Ask another moderator.');
  } else if (others.some(({ id }) => isSaving(id))) {
    toastNote('The last decision is still being saved');
  } else {
    const what = others.length === 1 ? `${first.username} is` : 'All are';
    toastNote(`${what} ${hidden ? 'hidden' : 'active'} already`);
  }
  return profiles;
}

/**
 * Hides profiles, or shows them again.
 * @param me the id of the person who decides
 * @returns the ids of the profiles that it was done to
 */
export function decide(
  chosen: readonly Profile[],
  hidden: boolean,
  { me, ...why }: Why & { me: string },
): string[] {
  const profiles = actedOn(chosen, hidden, me);
  if (profiles.length === 0) return [];
  const { promise: answer, resolve: settle } = Promise.withResolvers<void>();
  const decision: Decision = { profiles, hidden, why, answer, settle };
  decisions = [...decisions, decision];
  beginSaving(idsOf(decision));
  showChanged(profiles, hidden);
  timer ??= setTimeout(flush, gathering);
  return idsOf(decision);
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
  showAsRead(last.profiles);
  drop(last);
  return true;
}

/** Calls in one request, at most: the service refuses larger batches. */
const largestBatch = 10;

/** Asks by a request that outlives the page. */
async function askForGood(calls: readonly Decision[]): Promise<void> {
  const paths = calls.map(
    ({ hidden }) => `moderation.profiles.${hidden ? 'hideMany' : 'restoreMany'}`,
  );
  const inputs = calls.map((call) => ({ profiles: seen(call), ...call.why }));
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
  calls: readonly Decision[],
  unsent: readonly Decision[],
): Promise<void> {
  try {
    await askForGood(calls);
  } catch (error) {
    toastFailed('Not saved', failureOf(error).message);
  }
  for (const decision of unsent) {
    showAsRead(decision.profiles);
    drop(decision);
    readProfilesAgain(labelled(decision.profiles));
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
