import { createHash } from 'node:crypto';

/** The statements that are prepared, by their text, and the name that each has on every connection. */
const names = new Map<string, string>();

/** A name that no other text has, so that a pooler may hand a connection from one instance to another. */
const nameOf = (text: string) =>
  `namecard_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

/** Has every connection prepare this statement at its first use, and only execute it then. */
export function prepareOnUse(text: string): void {
  names.set(text, nameOf(text));
}

/** The name under which a statement is prepared; undefined for one that is planned each time. */
export const preparedName = (text: string): string | undefined => names.get(text);

/** Whether connections prepare statements. A pooler that hands them from one client to another may not allow it. */
export type Preparation = {
  isOn: boolean;
  /** Called when a pooler turned out not to, and `isOn` has become false. */
  onRefused: () => void;
};
