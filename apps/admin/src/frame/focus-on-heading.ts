import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isFocusFree } from '../keyboard.ts';

/** Moves the focus to the current row of the page, or to its heading. */
export function focusOnHeading(): void {
  const content = document.getElementById('content');
  const row = content?.querySelector<HTMLElement>('[role="row"][aria-current]');
  const heading = content?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (row ?? heading ?? content)?.focus({ preventScroll: true });
}

/**
 * Milliseconds in which the heading of a page may be replaced, for example after
 * loading.
 */
const settling = 2_000;

/**
 * Moves the focus to the heading of each new page, or to the row on the way back.
 * Keys and screen readers continue there.
 */
export function useFocusOnHeading(): void {
  const router = useRouter();
  useEffect(() => {
    let observer: MutationObserver | undefined;
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      observer?.disconnect();
      // A new search alone can change the page too: then the focused element is
      // gone.
      if (!fromLocation || (!pathChanged && !isFocusFree())) return;
      const content = document.getElementById('content');
      focusOnHeading();
      // A removed heading loses the focus, and a loaded heading comes later.
      observer = new MutationObserver(() => {
        const { activeElement, body } = document;
        if (activeElement === body || activeElement === content) focusOnHeading();
      });
      if (content) observer.observe(content, { childList: true, subtree: true });
      setTimeout(
        (watching: MutationObserver) => watching.disconnect(),
        settling,
        observer,
      );
    });
    return () => {
      stop();
      observer?.disconnect();
    };
  }, [router]);
}
