import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { SaidStatus } from '../components/said.tsx';
import { WhoContext, type Who } from '../who.ts';
import { Navigation } from './navigation.tsx';
import { Layers, useLayers } from './palette/layers.tsx';
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

export function Shell({
  who,
  status,
  acts,
  children,
}: {
  who: Who;
  status: ReactNode;
  acts: ReactNode;
  children: ReactNode;
}) {
  const layers = useLayers();
  const showPalette = () => layers.show('palette');
  return (
    <WhoContext value={who}>
      <SaidStatus />
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
            <IconButton
              icon={Search}
              label="Find anything"
              keys="$mod+k"
              run={showPalette}
            />
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
          {acts}
          {children}
        </main>
      </div>
      <Layers {...layers} />
    </WhoContext>
  );
}
