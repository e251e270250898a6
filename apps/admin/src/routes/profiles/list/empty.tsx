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

export function Empty({ search }: { search: ProfilesSearch }) {
  if (!isNarrowed(search)) {
    return <Notice title="No profiles yet" />;
  }
  const { text } = search;
  return (
    <Notice
      title="No profile fits"
      actions={
        <Link to="/profiles" search={widened(search)} className={buttonStyle()}>
          Clear the search and filters
        </Link>
      }
    >
      {text !== undefined && (hintOf(text) ?? searchHelp)}
    </Notice>
  );
}
