import { onlineManager } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { TooltipLayer } from '../components/tooltip.tsx';
import { useKeyboard } from '../keyboard/use-shortcut.ts';
import { Account } from './account.tsx';
import { Wordmark } from './wordmark.tsx';

function OfflineBanner() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-[0.8125rem] font-medium text-warn">
          <WifiOff aria-hidden size={15} className="shrink-0" />
          You’re offline. What you see may be out of date, and nothing can be changed.
        </p>
      )}
    </div>
  );
}

const tab =
  'relative flex h-full items-center px-1 text-sm font-medium text-muted transition-colors hover:text-ink data-[status=active]:text-ink data-[status=active]:after:absolute data-[status=active]:after:inset-x-0 data-[status=active]:after:-bottom-px data-[status=active]:after:h-0.5 data-[status=active]:after:rounded-full data-[status=active]:after:bg-accent';

type ShellProps = { email: string; role: 'moderator' | 'admin'; children: ReactNode };

/** What stands around every page: where one is, where one can go, who one is. */
export function Shell({ email, role, children }: ShellProps) {
  useKeyboard();
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-lg bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-surface/85 backdrop-blur-md">
        <div className="mx-auto flex h-14 max-w-7xl items-center gap-5 px-4 sm:gap-8 sm:px-6">
          <Wordmark />
          <nav aria-label="Main" className="flex h-full flex-1 gap-5">
            <Link to="/profiles" activeOptions={{ includeSearch: false }} className={tab}>
              Profiles
            </Link>
          </nav>
          <Account email={email} role={role} />
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
      <TooltipLayer />
    </>
  );
}
