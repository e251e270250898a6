import { toastNote } from '../../components/toast.tsx';
import { api } from '../../trpc.ts';
import { reportResults } from '../actions.ts';
import { isOffline, save } from '../decisions.ts';
import { bringBack, putAway } from '../desk/decided.ts';
import { itemsOf, readDeskAgain } from '../desk/read-desk.ts';
import { readProfilesAgain } from '../read-again.ts';
import type { Explanation } from '../reasons.ts';
import { rejectedOf } from '../rejections.ts';
import { reportNotSaved } from '../report-failures.ts';
import { isSaving } from '../saving.ts';
import { keepTyped } from '../typed-notes.ts';
import { nameOf, type Profile } from './profile.ts';
import { latest } from './progress.ts';
import { showAsRead, showChanged } from './rows.ts';

const { hideMany, restoreMany } = api.moderation.profiles;

function callFor(profiles: readonly Profile[], why: Explanation | undefined) {
  const seen = profiles.map(({ id, revision }) => ({ id, revision }));
  return why
    ? hideMany.mutate({ profiles: seen, ...why })
    : restoreMany.mutate({ profiles: seen });
}

/** Shows the rows as they were loaded, says why, and loads the real state. */
function showNotSaved(
  profiles: readonly Profile[],
  hidden: boolean,
  error: unknown,
): void {
  showAsRead(profiles);
  const rows = profiles.map(({ id }) => id);
  const participle = hidden ? 'hidden' : 'restored';
  const what = nameOf(profiles);
  reportNotSaved({ rows, what, participle, isWrongIfHidden: hidden }, error);
  readProfilesAgain(profiles.map(({ id, username }) => ({ id, label: username })));
}

/** The items of what was not changed are still on the desk. */
function stayOnDesk(refused: readonly string[]): void {
  if (refused.length === 0) return;
  bringBack(refused);
  void readDeskAgain();
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

/**
 * Hides profiles for a reason, or restores them. Their items leave the desk.
 * @returns the ids of the changed profiles
 */
export function decide(
  chosen: readonly Profile[],
  me: string,
  why?: Explanation,
): string[] {
  const hidden = why !== undefined;
  const profiles = actedOn(chosen, hidden, me);
  if (profiles.length === 0 || isOffline()) return [];
  const rows = profiles.map(({ id }) => id);
  showChanged(profiles, hidden);
  putAway(rows.flatMap(itemsOf));
  keepTyped(rows, why);
  save({
    rows,
    call: () => callFor(profiles, why),
    report: ({ data }) => {
      reportResults(data, { profiles, hidden, reason: why?.reason });
      const refused = rejectedOf(data.results).map(({ id }) => id);
      keepTyped(rows.filter((id) => !refused.includes(id)));
      stayOnDesk(refused);
    },
    fail: (error) => {
      showNotSaved(profiles, hidden, error);
      stayOnDesk(rows);
    },
  });
  return rows;
}
