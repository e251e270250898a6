import { createPersonalStore, without } from '../store.ts';
import type { Explanation } from './reasons.ts';

export type Notes = Pick<Explanation, 'note' | 'privateNote'>;

const typed = createPersonalStore<ReadonlyMap<string, Notes>>(new Map());

/** The notes of a decision about all of these, cards or accounts, that was not saved. */
export function typedFor(subjects: readonly string[]): Notes | undefined {
  const [notes, ...others] = subjects.map((subject) => typed.get().get(subject));
  return others.every((other) => other === notes) ? notes : undefined;
}

/** Without notes it forgets them, as what they were for is done. */
export function keepTyped(subjects: readonly string[], notes?: Notes): void {
  const entries = notes ? subjects.map((subject) => [subject, notes] as const) : [];
  typed.set(new Map([...without(typed.get(), subjects), ...entries]));
}
