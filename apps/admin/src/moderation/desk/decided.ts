import { createPersonalStore, useStore } from '../../store.ts';

/**
 * What this tab has decided about, by the id of the card or account, with the items that were seen of it: they have left the desk.
 * An answer that was asked for before may still hold them.
 */
const decided = createPersonalStore<ReadonlySet<string>>(new Set());

/** Takes all items about these from the desk. */
export const putAway = (subjects: Iterable<string>): void =>
  decided.set(new Set([...decided.get(), ...subjects]));

/** Has them stand on the desk again, where they are still open. */
export function bringBack(subjects: Iterable<string>): void {
  const back = new Set(subjects);
  decided.set(new Set([...decided.get()].filter((subject) => !back.has(subject))));
}

export const useDecided = (): ReadonlySet<string> => useStore(decided, (all) => all);
