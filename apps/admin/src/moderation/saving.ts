import { createPersonalStore, usePart, useStore, without } from '../store.ts';

/** Profiles with an unanswered change, and its start in milliseconds. */
const saving = createPersonalStore<ReadonlyMap<string, number>>(new Map());

export const beginSaving = (ids: readonly string[]): void => {
  const now = Date.now();
  saving.set(new Map([...saving.get(), ...ids.map((id) => [id, now] as const)]));
};

export const endSaving = (ids: readonly string[]): void =>
  saving.set(without(saving.get(), ids));

export const isSaving = (id: string): boolean => saving.get().has(id);

export const useIsSaving = (id: string): boolean => usePart(saving, (all) => all.has(id));

export const useSaving = (): ReadonlyMap<string, number> => useStore(saving);
