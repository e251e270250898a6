import { Link } from '@tanstack/react-router';
import { CloudOff, FileQuestion, IdCard, WifiOff } from 'lucide-react';
import { Alert } from '../../components/alert.tsx';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { explain, failureOf } from '../../failure.ts';

const rowsWhileLoading = 10;

export function LoadingRows() {
  return (
    <div role="status">
      <span className="sr-only">Loading profiles…</span>
      <div className="h-10 border-b border-line bg-sunken/60 max-md:hidden" />
      {Array.from({ length: rowsWhileLoading }, (_, row) => (
        <div
          key={row}
          className="flex h-15 items-center gap-3 border-b border-line px-4 last:border-b-0 max-md:h-26 md:px-5"
        >
          <Skeleton shape="round" className="size-9" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-3/5 max-w-md" />
          </div>
          <Skeleton className="h-4 w-24 max-md:hidden" />
          <Skeleton shape="round" className="h-5 w-16 max-md:hidden" />
          <Skeleton className="h-8 w-24" />
        </div>
      ))}
    </div>
  );
}

export function NoProfiles() {
  return (
    <Notice icon={IdCard} title="No profiles yet">
      As soon as somebody creates one, it shows here.
    </Notice>
  );
}

export function PastTheEnd({ lastPage }: { lastPage: number }) {
  return (
    <Notice
      icon={FileQuestion}
      title="Nothing on this page"
      actions={
        <Link
          to="/profiles"
          search={(before) => ({
            ...(lastPage > 1 && { page: lastPage }),
            ...(before.order && { order: before.order }),
          })}
          className={buttonStyle()}
        >
          Go to the last page
        </Link>
      }
    >
      The list ends before this page: profiles may have been deleted since the link was made.
    </Notice>
  );
}

export function ListOffline() {
  return (
    <Notice icon={WifiOff} title="You’re offline">
      The list loads by itself as soon as there is a connection.
    </Notice>
  );
}

type FailedProps = { error: unknown; onRetry: () => void };

export function ListFailed({ error, onRetry }: FailedProps) {
  return (
    <div role="alert">
      <Notice
        icon={CloudOff}
        title="The list didn’t load"
        actions={<Button onClick={onRetry}>Try again</Button>}
      >
        {explain(failureOf(error))}
      </Notice>
    </div>
  );
}

/** Above a list that was loaded before and could not be read again. */
export function StaleNotice({ error, onRetry }: FailedProps) {
  return (
    <div className="mt-5">
      <Alert tone="bad">
        This is the list as it was: it could not be read again. {explain(failureOf(error))}{' '}
        <button
          type="button"
          onClick={onRetry}
          className="rounded-sm font-medium underline underline-offset-3 hover:no-underline"
        >
          Try again
        </button>
      </Alert>
    </div>
  );
}
