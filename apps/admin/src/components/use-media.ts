import { useCallback, useSyncExternalStore } from 'react';

/** Whether a CSS media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Pixels of so many rem: larger letters make larger rows. */
export const pixelsOf = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
