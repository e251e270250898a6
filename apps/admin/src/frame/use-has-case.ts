import { useMedia } from '../components/layout.ts';

/** Whether there is room for the case beside the list. */
export const useHasCase = (): boolean => useMedia('(min-width: 80rem)');
