import { Link } from '@tanstack/react-router';
import { buttonStyle } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import {
  hintOf,
  isNarrowed,
  searchHelp,
  widened,
  type ProfilesSearch,
} from '../../../moderation/profiles/search.ts';

/** Describes the search that found nothing. */
function whyNothing({ text, ...filters }: ProfilesSearch): string {
  if (text === undefined) {
    return 'Nothing fits all of these filters.';
  }
  const what = isNarrowed(filters) ? 'Nothing that fits the filters' : 'Nothing';
  return `${what} matches “${text}”. ${hintOf(text) ?? searchHelp}`;
}

/** Shown instead of the first row if there is none. */
export function Empty({ search }: { search: ProfilesSearch }) {
  if (!isNarrowed(search)) {
    return <Notice title="No profiles yet">New profiles show here.</Notice>;
  }
  return (
    <Notice
      title="No profile fits"
      actions={
        <Link to="/profiles" search={widened(search)} className={buttonStyle()}>
          Clear the search and filters
        </Link>
      }
    >
      {whyNothing(search)}
    </Notice>
  );
}
