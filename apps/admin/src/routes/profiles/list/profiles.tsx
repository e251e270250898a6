import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTitle } from '../../../title.ts';
import { List, StaleQuery } from '../../../frame/states.tsx';
import { ListEnd } from './list-end.tsx';
import { clearMarks } from '../../../moderation/profiles/marks.ts';
import { UpdatesButton } from './updates-button.tsx';
import { ProfileTable } from './profile-table.tsx';
import { isNarrowed, type ProfilesSearch } from '../../../moderation/profiles/search.ts';
import { StateLinks, useMatching, type Matching } from './state-links.tsx';
import { LoadingRows, NoMatch, NoProfiles } from './states.tsx';
import { Toolbar } from './toolbar.tsx';
import { useUndoKeys } from '../../../moderation/undo-keys.ts';
import { useUpdates } from './use-updates.ts';
import {
  lastList,
  reloadList,
  useProfileList,
} from '../../../moderation/profiles/list.ts';
import { useSelection } from './use-selection.ts';

const route = getRouteApi('/profiles');

/** Matching profiles in the state that is shown; undefined where the service stopped counting. */
function totalOf(
  matching: Matching | undefined,
  { state }: ProfilesSearch,
): number | undefined {
  const count = matching?.[state ?? 'all'];
  return count && !count.isMore ? count.count : undefined;
}

/** Moves the focus to the active row of the list. */
const goToRows = () =>
  document
    .querySelector<HTMLElement>('[role="grid"] [data-index][tabindex="0"]')
    ?.focus();

export function ProfilesPage() {
  useTitle('Profiles');
  const search = route.useSearch();
  const navigate = useNavigate();
  const { list, rows, readNext, asOf } = useProfileList(search);
  const matching = useMatching(search);
  const created = useUpdates(search, list.isPlaceholderData ? undefined : asOf);
  const selection = useSelection(rows, readNext);
  useUndoKeys();
  const { clear } = selection;
  useEffect(() => {
    lastList.set({ ...lastList.get(), search });
    clearMarks();
    clear();
  }, [search, clear]);
  const change = (next: ProfilesSearch) =>
    void navigate({ to: '/profiles', search: next, replace: true, resetScroll: true });
  const reload = async () => {
    window.scrollTo({ top: 0 });
    await reloadList(search);
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <h1 className="text-2xl font-semibold tracking-tight">Profiles</h1>
        <UpdatesButton created={created} onReload={() => void reload()} />
      </div>
      <div className="mt-3">
        <StateLinks search={search} matching={matching} />
      </div>
      <Toolbar search={search} onChange={change} onLeave={goToRows} />
      <StaleQuery query={list} className="mt-4" />
      <div className="mt-4 rounded-xl border border-line bg-surface shadow-card">
        <List
          query={list}
          rows={rows}
          loading={<LoadingRows />}
          empty={isNarrowed(search) ? <NoMatch search={search} /> : <NoProfiles />}
        >
          {(readMore) => (
            <>
              <ProfileTable
                key={asOf}
                rows={rows}
                total={totalOf(matching, search)}
                selection={selection}
                onNearEnd={readMore}
              />
              <ListEnd
                rowCount={rows.length}
                hasMore={list.hasNextPage}
                isLoading={list.isFetchingNextPage}
                error={list.isFetchNextPageError ? list.error : null}
                onRetry={() => void list.fetchNextPage()}
              />
            </>
          )}
        </List>
      </div>
    </>
  );
}
