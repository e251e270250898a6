import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { isFocusFree, Keyboard } from '../keyboard.ts';
import { WhoContext, type Who } from '../who.ts';
import { Navigation } from './navigation.tsx';
import { Layers, PaletteButton, useLayers } from './palette/layers.tsx';
import { useIsOnline } from './use-is-online.ts';
import { Wordmark } from './wordmark.tsx';

function OfflineBanner() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="bg-warn-soft px-4 py-2 text-sm text-warn md:pl-10">
          You’re offline. What you see may be out of date, and nothing can be changed.
        </p>
      )}
    </div>
  );
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
function useFocusOnHeading(): void {
  const router = useRouter();
  useEffect(() => {
    let observer: MutationObserver | undefined;
    const stop = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      observer?.disconnect();
      // A new search alone can change the page too: then the focused element is
      // gone.
      if (!fromLocation || (!pathChanged && !isFocusFree())) return;
      const content = document.getElementById('content');
      const focus = () => {
        const row = content?.querySelector<HTMLElement>('[role="row"][aria-current]');
        const heading = content?.querySelector('h1');
        heading?.setAttribute('tabindex', '-1');
        (row ?? heading ?? content)?.focus({ preventScroll: true });
      };
      focus();
      // A removed heading loses the focus, and a loaded heading comes later.
      observer = new MutationObserver(() => {
        const { activeElement, body } = document;
        if (activeElement === body || activeElement === content) focus();
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

/** The frame of every page: the rail, the saving status and the palette. */
export function Shell({
  who,
  status,
  children,
}: {
  who: Who;
  /** The status of decisions that are being saved. */
  status: ReactNode;
  children: ReactNode;
}) {
  useFocusOnHeading();
  const layers = useLayers();
  const showPalette = () => layers.show('palette');
  return (
    <WhoContext value={who}>
      <Keyboard />
      <a
        href="#content"
        className="sr-only rounded-md bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <div className="md:grid md:grid-cols-[12.5rem_minmax(0,1fr)]">
        <header className="md:sticky md:top-0 md:flex md:h-dvh md:flex-col md:bg-canvas md:px-3">
          <div className="flex h-11 items-center justify-between px-2 max-md:hidden">
            <Wordmark />
            <PaletteButton onPress={showPalette} />
          </div>
          <Navigation
            who={who}
            onPalette={showPalette}
            onShortcuts={() => layers.show('help')}
          />
          <div className="max-md:contents md:mt-auto md:px-2 md:pb-4">{status}</div>
        </header>
        <main id="content" tabIndex={-1} className="min-w-0 outline-none max-md:pb-16">
          <OfflineBanner />
          {children}
        </main>
      </div>
      <Layers {...layers} />
    </WhoContext>
  );
}
