import { currentSession } from '../../session.ts';
import type { ProfilesSearch } from './search.ts';
import { prefetchList } from './use-profile-list.ts';

/** Asks for the list while the page that shows it is still being loaded. */
export function giveListHeadStart(search: ProfilesSearch): void {
  if (currentSession().token !== null) {
    void prefetchList(search);
  }
}
