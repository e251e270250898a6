import { createPersonalStore, usePart } from '../../store.ts';
import type { Profile } from './profile.ts';
import type { ProfilesSearch } from './search.ts';

type Progress = {
  /**
   * Newer versions of listed profiles. They are not stored in the pages, because
   * each arriving page restores the older pages as they were at its request.
   */
  versions: ReadonlyMap<string, Profile>;
  /**
   * Profiles that this tab has changed: true if the change stands, false if
   * undone.
   */
  judged: ReadonlyMap<string, boolean>;
};

export const progress = createPersonalStore<Progress>({
  versions: new Map(),
  judged: new Map(),
});

export function latest(profile: Profile): Profile {
  const later = progress.get().versions.get(profile.id);
  return later && later.revision >= profile.revision ? later : profile;
}

export const useLatest = (profile: Profile): Profile =>
  usePart(progress, () => latest(profile));

/** The newest loaded revision of a profile, if it is newer than the list's. */
export const latestRevision = (id: string): number =>
  progress.get().versions.get(id)?.revision ?? 0;

export function noteVersions(newer: readonly Profile[]): void {
  const { versions, judged } = progress.get();
  const entries = newer.map((profile) => [profile.id, profile] as const);
  progress.set({ judged, versions: new Map([...versions, ...entries]) });
}

export function noteJudged(ids: Iterable<string>, stands: boolean): void {
  const { versions, judged } = progress.get();
  const entries = [...ids].map((id) => [id, stands] as const);
  progress.set({ versions, judged: new Map([...judged, ...entries]) });
}

export const forgetJudged = () => progress.set({ ...progress.get(), judged: new Map() });

type State = ProfilesSearch['state'];

const isIn = ({ hidden }: Profile, state: State) =>
  state === undefined || hidden === (state === 'hidden');

/**
 * A row leaves a state's list only by a change in this tab. Rows changed by
 * others stay, with a mark.
 */
export const isListed = (
  row: Profile,
  state: State,
  { judged } = progress.get(),
): boolean => isIn(row, state) || !judged.has(row.id);

/**
 * Whether this tab still has to decide on a row. In a state's list: all rows in
 * that state.
 */
export const isToJudge = (row: Profile, state: State): boolean =>
  isIn(row, state) && (state !== undefined || progress.get().judged.get(row.id) !== true);
