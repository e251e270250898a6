import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isFocusFree, isLayerOpen } from '../keyboard.ts';

/** Whether the heading is still loading. Until then the whole page has the focus. */
let isWaiting = false;

/** Moves the focus to the case that leads the page, to its current row or heading. */
function focusOnHeading(): void {
  const page = document.querySelector('main');
  const leading = page?.querySelector<HTMLElement>('#case:not(aside *)');
  const row = page?.querySelector<HTMLElement>('[role="row"][aria-current]');
  const heading = page?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  isWaiting = !heading;
  (leading ?? row ?? heading ?? page)?.focus({ preventScroll: !leading });
}

/** Milliseconds in which a closing dialog or menu gives the focus back. */
const grace = 50;

function catchFocus(): void {
  const { activeElement, body } = document;
  const isLost = activeElement === body || (isWaiting && activeElement?.matches('main'));
  // Tab may have left the page for the browser's own controls.
  if (isLost && document.hasFocus() && !isLayerOpen()) focusOnHeading();
}

/**
 * Moves the focus to the heading of each new page, or to the row on the way back.
 * Keys and screen readers continue there. If the focused element goes, the focus moves
 * there too, not to the body.
 */
export function useFocusOnHeading(): void {
  const router = useRouter();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { activeElement, body } = document;
      if (activeElement !== body && !isWaiting) return;
      clearTimeout(timer);
      timer = setTimeout(catchFocus, grace);
    };
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      // A new search alone can change the page too: then the focused element is gone.
      if ((fromLocation && pathChanged) || isFocusFree()) focusOnHeading();
    });
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusout', look);
    window.addEventListener('focus', look);
    return () => {
      stop();
      observer.disconnect();
      document.removeEventListener('focusout', look);
      window.removeEventListener('focus', look);
      clearTimeout(timer);
    };
  }, [router]);
}
