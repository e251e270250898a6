import { useRouter } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Keyboard } from '../keyboard.ts';
import { WhoContext, type Who } from '../who.ts';
import { Account } from './account.tsx';
import { Navigation } from './navigation.tsx';
import { Layers, PaletteButton, useLayers } from './palette/layers.tsx';
import { useIsOnline } from './use-is-online.ts';
import { Wordmark } from './wordmark.tsx';

/** Says that there is no connection, as long as there is none. */
function OfflineBanner() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-[0.8125rem] font-medium text-warn">
          <WifiOff aria-hidden size={15} className="shrink-0" />
          You’re offline. What you see may be out of date, and nothing can be changed.
        </p>
      )}
    </div>
  );
}

/** Moves the focus to the heading of each new page, so that keys and screen readers go on from there. */
function useFocusOnHeading(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (fromLocation && pathChanged) {
          const content = document.getElementById('content');
          const heading = content?.querySelector('h1');
          heading?.setAttribute('tabindex', '-1');
          (heading ?? content)?.focus({ preventScroll: true });
        }
      }),
    [router],
  );
}

/** The frame around every page: navigation, palette and account. */
export function Shell({ who, children }: { who: Who; children: ReactNode }) {
  useFocusOnHeading();
  const layers = useLayers();
  return (
    <WhoContext value={who}>
      <Keyboard />
      <a
        href="#content"
        className="sr-only rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-surface/85 backdrop-blur-md">
        <div className="mx-auto flex max-w-7xl items-center gap-x-8 px-4 max-md:flex-wrap max-md:justify-between sm:px-6 md:h-14">
          <div className="flex h-14 items-center">
            <Wordmark />
          </div>
          <Navigation role={who.role} />
          <div className="flex items-center gap-2 sm:gap-3">
            <PaletteButton onPress={() => layers.show('palette')} />
            <Account who={who} onShortcuts={() => layers.show('help')} />
          </div>
        </div>
      </header>
      <OfflineBanner />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-7xl px-4 pt-6 pb-24 outline-none sm:px-6 sm:pt-8"
      >
        {children}
      </main>
      <Layers {...layers} />
    </WhoContext>
  );
}
