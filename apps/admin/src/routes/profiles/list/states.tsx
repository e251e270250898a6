import { Link } from '@tanstack/react-router';
import { IdCard, SearchX } from 'lucide-react';
import { buttonStyle } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loading } from '../../../frame/states.tsx';
import { isNarrowed, widened, type ProfilesSearch } from '../../../moderation/profiles/search.ts';

const rowsWhileLoading = 10;

export function LoadingRows() {
  return (
    <Loading what="profiles">
      <div className="h-11 rounded-t-xl border-b border-line bg-sunken" />
      {Array.from({ length: rowsWhileLoading }, (_, row) => (
        <div
          key={row}
          className="flex h-27 items-center gap-4 border-b border-line px-4 last:border-b-0 md:h-19.5 md:px-5"
        >
          <Skeleton className="size-4.5" />
          <Skeleton shape="round" className="size-9 max-sm:hidden" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-4/5 max-w-md" />
            <Skeleton className="h-3 w-3/5 max-w-sm" />
          </div>
          <Skeleton className="h-4 w-40 max-lg:hidden" />
          <Skeleton shape="round" className="h-5 w-16 max-md:hidden" />
          <Skeleton className="size-8" />
        </div>
      ))}
    </Loading>
  );
}

export function NoProfiles() {
  return (
    <Notice icon={IdCard} title="No profiles yet">
      As soon as somebody creates one, it shows here.
    </Notice>
  );
}

/** Says where the search looked in vain. */
function whyNothing({ text, ...filters }: ProfilesSearch): string {
  if (text === undefined) {
    return 'Nothing fits all of these filters.';
  }
  const what = isNarrowed(filters) ? 'Nothing that fits the filters' : 'Nothing';
  return `${what} holds “${text}” in its username, about text, links or referral, or in its owner’s address.`;
}

export function NoMatch({ search }: { search: ProfilesSearch }) {
  return (
    <Notice
      icon={SearchX}
      title="No profile fits"
      actions={
        <Link to="/profiles" search={widened(search)} className={buttonStyle()}>
          Clear the search and filters
        </Link>
      }
    >
      <span className="wrap-anywhere">{whyNothing(search)}</span>
    </Notice>
  );
}
