import { Skeleton } from '../../../components/skeleton.tsx';
import { Loading } from '../../../frame/states.tsx';

const card = 'rounded-xl border border-line bg-surface';

/** Shows until the profile is loaded; the address gives its name. */
export function LoadingProfile({ username }: { username: string }) {
  return (
    <Loading what="the profile">
      <div className="mt-3 flex items-center gap-3.5">
        <Skeleton shape="round" className="size-10" />
        <h1
          translate="no"
          className="text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl"
        >
          {username}
        </h1>
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid grid-cols-1 gap-5">
          <div className={`${card} h-52`} />
          <div className={`${card} h-64`} />
        </div>
        <div className={`${card} h-44`} />
      </div>
    </Loading>
  );
}
