import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useKeyboard } from '../keyboard/use-shortcut.ts';
import { Account } from './account.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Layers, useLayers } from './palette/layers.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { WhoContext, type Who } from './who.ts';
import { Wordmark } from './wordmark.tsx';

/** After a way to another page the focus is at its heading: keys and readers go on from there. */
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

/** What stands around every page: where one is, where one can go, who one is. */
export function Shell({ who, children }: { who: Who; children: ReactNode }) {
  useKeyboard();
  useFocusOnHeading();
  const layers = useLayers();
  return (
    <WhoContext value={who}>
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
