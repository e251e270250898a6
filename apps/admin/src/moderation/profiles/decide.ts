import { toastNote } from '../../components/toast.tsx';
import { explain, failureOf } from '../../failure.ts';
import { trpc } from '../../trpc.ts';
import { reportResults, type Results } from '../actions.ts';
import { isOffline, save } from '../decisions.ts';
import { executeCoded } from '../mailed-code.ts';
import { readProfilesAgain } from '../read-again.ts';
import type { Reason } from '../reasons.ts';
import { reportFailure } from '../report-failures.ts';
import { isSaving } from '../saving.ts';
import { markRows, notSaved } from './marks.ts';
import { nameOf, type Profile } from './profile.ts';
import { latest } from './progress.ts';
import { showAsRead, showChanged } from './rows.ts';

/**
 * Why a profile is hidden, or the notes when it is restored. An empty note means
 * none.
 */
type Why = { reason?: Reason; note?: string | null; privateNote?: string | null };

const labelled = (profiles: readonly Profile[]) =>
  profiles.map(({ id, username }) => ({ id, label: username }));

function callFor(profiles: readonly Profile[], hidden: boolean, why: Why) {
  const seen = profiles.map(({ id, revision }) => ({ id, revision }));
  const { reason = 'other', ...notes } = why;
  const { hideMany, restoreMany } = trpc.moderation.profiles;
  if (hidden) {
    const input = { profiles: seen, reason, ...notes };
    return {
      path: 'moderation.profiles.hideMany',
      input,
      run: () => executeCoded(hideMany.mutationOptions(), input),
    };
  }
  const input = { profiles: seen, ...notes };
  return {
    path: 'moderation.profiles.restoreMany',
    input,
    run: () => executeCoded(restoreMany.mutationOptions(), input),
  };
}

/** Tells each row that it was not saved, then loads the real state. */
function reportNotSaved(
  profiles: readonly Profile[],
  hidden: boolean,
  error: unknown,
): void {
  showAsRead(profiles);
  const failure = failureOf(error);
  const why = { ...failure, message: explain(failure) };
  const mark = { ...notSaved(why), isWrongIfHidden: hidden };
  markRows(profiles.map(({ id }) => [id, mark] as const));
  const what = nameOf(profiles);
  const participle = hidden ? 'hidden' : 'restored';
  const verb = profiles.length === 1 ? 'was' : 'were';
  const title =
    failure.reason === 'NETWORK'
      ? `Maybe not ${participle}: ${what}`
      : `${what} ${verb} not ${participle}`;
  reportFailure(title, error);
  readProfilesAgain(labelled(profiles));
}

/**
 * Leaves out own profiles, those already in that state and those being saved.
 * Says so if none is left.
 */
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

type Deciding = Why & {
  me: string;
  /** Gets the ids of the changed profiles, once they are known. */
  onSettled?: ((done: ReadonlySet<string>) => void) | undefined;
};

const doneOf = ({ results }: Results) =>
  new Set(results.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])));

/**
 * Hides or restores profiles.
 * @returns the ids of the changed profiles
 */
export function decide(
  chosen: readonly Profile[],
  hidden: boolean,
  { me, onSettled, ...why }: Deciding,
): string[] {
  const profiles = actedOn(chosen, hidden, me);
  if (profiles.length === 0 || isOffline()) return [];
  const rows = profiles.map(({ id }) => id);
  const { run, ...call } = callFor(profiles, hidden, why);
  showChanged(profiles, hidden);
  save({
    rows,
    ...call,
    send: async () => {
      const { data } = await run();
      reportResults(data, { profiles, hidden, reason: why.reason });
      onSettled?.(doneOf(data));
    },
    fail: (error) => {
      reportNotSaved(profiles, hidden, error);
      onSettled?.(new Set());
    },
    takeBack: () => {
      showAsRead(profiles);
      onSettled?.(new Set());
    },
    readAgain: () => readProfilesAgain(labelled(profiles)),
  });
  return rows;
}
