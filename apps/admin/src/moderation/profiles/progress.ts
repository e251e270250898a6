import { createPersonalStore, useStore } from '../../store.ts';
import type { Profile } from './profile.ts';
import type { ProfilesSearch } from './search.ts';

type Progress = {
  /**
   * Later readings of listed profiles. They are not put into the pages: a page that arrives brings back those before it as
   * they were when it was asked for.
   */
  versions: ReadonlyMap<string, Profile>;
  /** Profiles that this tab has changed, and whether that stands or was undone. */
  judged: ReadonlyMap<string, boolean>;
};

/** How far this tab has come with the profiles that its lists show. */
export const progress = createPersonalStore<Progress>({
  versions: new Map(),
  judged: new Map(),
});

export function latest(profile: Profile): Profile {
  const later = progress.get().versions.get(profile.id);
  return later && later.revision >= profile.revision ? later : profile;
}

/** The same for a component, which follows it. */
export const useLatest = (profile: Profile): Profile =>
  useStore(progress, () => latest(profile));

/** The newest revision that was read of a profile, as far as a later one than the list's was. */
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

/** A row leaves the list of a state only by what this tab does: what others change stays in its place, marked. */
export const isListed = (
  row: Profile,
  state: State,
  { judged } = progress.get(),
): boolean => isIn(row, state) || !judged.has(row.id);

/** Whether this tab has still to act on a row: in the list of a state, all rows in that state. */
export const isToJudge = (row: Profile, state: State): boolean =>
  isIn(row, state) && (state !== undefined || progress.get().judged.get(row.id) !== true);
