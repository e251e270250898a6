import { useDebounced } from '../components/use-debounced.ts';

/** Milliseconds for which somebody looks at a case before more of it is read: keys pass many cases. */
const glance = 150;

/** Whether somebody stays at the case with this id. */
export const useIsLookedAt = (id: string): boolean => useDebounced(id, glance) === id;
