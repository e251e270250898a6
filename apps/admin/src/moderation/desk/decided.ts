import { createPersonalStore, useStore } from '../../store.ts';
import { isSaving } from '../saving.ts';
import { type DeskItem, subjectOf } from './item.ts';

/**
 * Items that this tab has decided on, each with the id of its card or account. They
 * have left the desk, but an older answer may still contain them.
 */
const decided = createPersonalStore<ReadonlyMap<string, string>>(new Map());

/** Removes items from the desk. A later item of the same card is shown. */
export function putAway(items: readonly DeskItem[]): void {
  const entries = items.map((item) => [item.id, subjectOf(item)] as const);
  decided.set(new Map([...decided.get(), ...entries]));
}

/** Shows the items of these cards and accounts again, if they are still open. */
export function bringBack(subjects: Iterable<string>): void {
  const back = new Set(subjects);
  const others = [...decided.get()].filter(([, subject]) => !back.has(subject));
  decided.set(new Map(others));
}

/** The ids of items whose decision the service has answered. */
export const answeredItems = (): string[] =>
  [...decided.get()].flatMap(([id, subject]) => (isSaving(subject) ? [] : [id]));

export const isDecided = (id: string): boolean => decided.get().has(id);

export const useDecided = (): ReadonlyMap<string, string> => useStore(decided);
