import { Link } from '@tanstack/react-router';
import { IdCard, SearchX } from 'lucide-react';
import { buttonStyle } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { Loading } from '../../../frame/states.tsx';
import {
  hintOf,
  isNarrowed,
  searchHelp,
  widened,
  type ProfilesSearch,
} from '../../../moderation/profiles/search.ts';

const rowsWhileLoading = 10;

export function LoadingRows() {
  return (
    <Loading what="profiles">
      <div className="h-11 rounded-t-xl border-b border-line bg-sunken" />
      {Array.from({ length: rowsWhileLoading }, (_, row) => (
        <div
          key={row}
          className="flex h-19 items-center gap-4 border-b border-line px-4 last:border-b-0 md:px-5 lg:h-16"
        >
          <Skeleton className="size-4.5" />
          <Skeleton shape="round" className="size-9 max-lg:hidden" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-4/5 max-w-md" />
          </div>
          <Skeleton className="h-4 w-40 max-lg:hidden" />
          <Skeleton className="h-4 w-12" />
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

/** Says what was looked for in vain, and where. */
function whyNothing({ text, ...filters }: ProfilesSearch): string {
  if (text === undefined) {
    return 'Nothing fits all of these filters.';
  }
  const what = isNarrowed(filters) ? 'Nothing that fits the filters' : 'Nothing';
  return `${what} matches “${text}”. ${hintOf(text) ?? searchHelp}`;
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
