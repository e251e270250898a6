import { useDebounced } from '../components/use-debounced.ts';

/**
 * Milliseconds on a case before its details are loaded, because keys pass many
 * cases.
 */
const glance = 150;

export const useIsLookedAt = (id: string | undefined): boolean =>
  useDebounced(id, glance) === id;
