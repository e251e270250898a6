import { createPersonalStore } from '../../store.ts';
import type { Lane } from './item.ts';

type Fold = Lane | 'others';

/** The folded headings of the desk. The service leases nothing of folded lanes. */
export const folded = createPersonalStore<ReadonlySet<Fold>>(new Set());

export function toggleFolded(key: Fold): void {
  const all = new Set(folded.get());
  if (!all.delete(key)) all.add(key);
  folded.set(all);
}

export const foldedLanes = (all: ReadonlySet<Fold>): Lane[] =>
  [...all].filter((key) => key !== 'others').toSorted();
