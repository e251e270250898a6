import { createPersonalStore, without } from '../store.ts';
import type { Explanation } from './reasons.ts';

export type Notes = Pick<Explanation, 'note' | 'privateNote'>;

const typed = createPersonalStore<ReadonlyMap<string, Notes>>(new Map());

/** The notes of a decision about a card or an account that was not saved. */
export const typedFor = (subject: string | undefined): Notes | undefined =>
  subject === undefined ? undefined : typed.get().get(subject);

/** Without notes it forgets them, as what they were for is done. */
export function keepTyped(subjects: readonly string[], notes?: Notes): void {
  const entries = notes ? subjects.map((subject) => [subject, notes] as const) : [];
  typed.set(new Map([...without(typed.get(), subjects), ...entries]));
}
