import { createPersonalStore, useStore } from '../../store.ts';

/**
 * Ids of cards and accounts that this tab has decided on. Their items have left
 * the desk, but an older answer may still contain them.
 */
const decided = createPersonalStore<ReadonlySet<string>>(new Set());

/** Removes all items of these subjects from the desk. */
export const putAway = (subjects: Iterable<string>): void =>
  decided.set(new Set([...decided.get(), ...subjects]));

/** Shows them on the desk again, if they are still open. */
export function bringBack(subjects: Iterable<string>): void {
  const back = new Set(subjects);
  decided.set(new Set([...decided.get()].filter((subject) => !back.has(subject))));
}

export const useDecided = (): ReadonlySet<string> => useStore(decided, (all) => all);
