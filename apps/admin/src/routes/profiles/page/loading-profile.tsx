import { Skeleton } from '../../../components/skeleton.tsx';
import { Loading } from '../../../frame/states.tsx';

/** Shows until the profile is loaded; the address gives its name. */
export function LoadingProfile({ username }: { username: string }) {
  return (
    <Loading what="the profile">
      <div className="mt-3 flex items-center gap-4">
        <Skeleton shape="round" className="size-14" />
        <div>
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{username}</h1>
          <Skeleton shape="round" className="mt-1.5 h-5 w-16" />
        </div>
      </div>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <Skeleton className="h-52 rounded-xl" />
          <Skeleton className="h-44 rounded-xl" />
        </div>
        <div className="grid gap-5">
          <Skeleton className="h-40 rounded-xl" />
          <Skeleton className="h-44 rounded-xl" />
        </div>
      </div>
    </Loading>
  );
}
