import { Skeleton } from '../../components/skeleton.tsx';
import { Loading } from '../../frame/states.tsx';

const card = 'rounded-xl border border-line bg-surface shadow-card';

/** Shows until a user's page is loaded. */
export function LoadingUser() {
  return (
    <Loading what="the user">
      <div className="mt-3 flex items-center gap-3.5">
        <Skeleton shape="round" className="size-10" />
        <Skeleton className="h-6 w-64" />
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className={`${card} h-96`} />
        <div className="grid grid-cols-1 gap-5">
          <div className={`${card} h-40`} />
          <div className={`${card} h-64`} />
        </div>
      </div>
    </Loading>
  );
}

const rowsWhileLoading = 10;

/** Shows until the list of users is loaded. */
export function LoadingUsers() {
  return (
    <Loading what="users">
      {Array.from({ length: rowsWhileLoading }, (_, row) => (
        <div
          key={row}
          className="flex h-16 items-center gap-3 border-b border-line px-4 last:border-b-0 sm:px-5"
        >
          <Skeleton shape="round" className="size-9" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-48" />
            <Skeleton className="h-3 w-24" />
          </div>
          <Skeleton shape="round" className="h-5 w-16 max-md:hidden" />
          <Skeleton className="h-3.5 w-20 max-md:hidden" />
        </div>
      ))}
    </Loading>
  );
}
