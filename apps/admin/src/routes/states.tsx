import { CloudOff, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Alert } from '../components/alert.tsx';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { explain, failureOf } from '../failure.ts';

type FailedProps = {
  /** What did not load: "The history". */
  what: string;
  error: unknown;
  onRetry: () => void;
  isPage?: boolean;
};

/** In the place of what did not load. */
export function Failed({ what, error, onRetry, isPage = false }: FailedProps) {
  return (
    <div role="alert">
      <Notice
        isPage={isPage}
        icon={CloudOff}
        title={`${what} didn’t load`}
        actions={<Button onClick={onRetry}>Try again</Button>}
      >
        {explain(failureOf(error))}
      </Notice>
    </div>
  );
}

/** In the place of what loads when there is a connection again. */
export function Offline({ isPage = false }: { isPage?: boolean }) {
  return (
    <Notice isPage={isPage} icon={WifiOff} title="You’re offline">
      This loads by itself as soon as there is a connection.
    </Notice>
  );
}

/** Above what was loaded before and could not be read again. */
export function Stale({ error, onRetry }: Pick<FailedProps, 'error' | 'onRetry'>) {
  return (
    <Alert tone="bad">
      This is how it was: it could not be read again. {explain(failureOf(error))}{' '}
      <button
        type="button"
        onClick={onRetry}
        className="rounded-sm font-medium underline underline-offset-3 hover:no-underline"
      >
        Try again
      </button>
    </Alert>
  );
}

/** Grey shapes where something is about to be; `what` is read out. */
export function Loading({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">Loading {what}…</span>
      {children}
    </div>
  );
}
