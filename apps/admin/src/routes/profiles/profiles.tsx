import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useCallback, useEffect } from 'react';
import { useTitle } from '../../title.ts';
import { Failed, Offline, Stale } from '../states.tsx';
import { ListEnd } from './list-end.tsx';
import { rememberList } from './list-memory.ts';
import { clearMarks } from './row-marks.ts';
import { NewsButton } from './news-button.tsx';
import { ProfileTable } from './profile-table.tsx';
import type { Tally } from './profile.ts';
import { isNarrowed, type ProfilesSearch } from './search.ts';
import { StateLinks, useTally } from './state-links.tsx';
import { LoadingRows, NoMatch, NoProfiles } from './states.tsx';
import { Toolbar } from './toolbar.tsx';
import { useNews } from './use-news.ts';
import { reloadList, useProfileList } from './use-profile-list.ts';
import { useSelection, type Selection } from './use-selection.ts';

const route = getRouteApi('/profiles');

/** How many fit in the state that is shown, where they were counted to the end. */
function totalOf(tally: Tally | undefined, { state }: ProfilesSearch): number | undefined {
  const count = tally?.[state ?? 'all'];
  return count && !count.isMore ? count.count : undefined;
}

type ListProps = {
  found: ReturnType<typeof useProfileList>;
  search: ProfilesSearch;
  total: number | undefined;
  selection: Selection;
};

/** The rows, or what stands in their place. */
function List({ found: { list, rows, asOf }, search, total, selection }: ListProps) {
  const { hasNextPage, fetchStatus, isFetchNextPageError, fetchNextPage } = list;
  const readMore = useCallback(() => {
    if (hasNextPage && fetchStatus === 'idle' && !isFetchNextPageError) {
      void fetchNextPage();
    }
  }, [hasNextPage, fetchStatus, isFetchNextPageError, fetchNextPage]);
  if (!list.data) {
    if (list.error) {
      return <Failed what="The list" error={list.error} onRetry={() => void list.refetch()} />;
    }
    return list.fetchStatus === 'paused' ? <Offline /> : <LoadingRows />;
  }
  if (rows.length === 0) {
    return isNarrowed(search) ? <NoMatch search={search} /> : <NoProfiles />;
  }
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={clsx('transition-opacity', list.isPlaceholderData && 'opacity-50')}
    >
      <ProfileTable
        key={asOf}
        rows={rows}
        total={total}
        selection={selection}
        onNearEnd={readMore}
      />
      <ListEnd
        rowCount={rows.length}
        hasMore={hasNextPage}
        isLoading={list.isFetchingNextPage}
        error={isFetchNextPageError ? list.error : null}
        onRetry={() => void fetchNextPage()}
      />
    </div>
  );
}

/** Puts the focus into the list, at the row that the keys act on. */
const goToRows = () =>
  document.querySelector<HTMLElement>('[role="grid"] [data-index][tabindex="0"]')?.focus();

/** All profiles, narrowed and ordered as the address says. */
export function ProfilesPage() {
  useTitle('Profiles');
  const search = route.useSearch();
  const navigate = useNavigate();
  const found = useProfileList(search);
  const tally = useTally(search);
  const created = useNews(search, found.list.isPlaceholderData ? undefined : found.asOf);
  const selection = useSelection(found.rows);
  const { clear } = selection;
  useEffect(() => {
    rememberList(search);
    clearMarks();
    clear();
  }, [search, clear]);
  const change = (next: ProfilesSearch) =>
    void navigate({ to: '/profiles', search: next, replace: true, resetScroll: true });
  const reload = async () => {
    window.scrollTo({ top: 0 });
    await reloadList(search);
  };
  const { list } = found;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <h1 className="text-2xl font-semibold tracking-tight">Profiles</h1>
        <NewsButton created={created} onReload={() => void reload()} />
      </div>
      <div className="mt-3">
        <StateLinks search={search} tally={tally} />
      </div>
      <Toolbar search={search} onChange={change} onLeave={goToRows} />
      {list.data && list.error && !list.isFetchNextPageError && (
        <div className="mt-4">
          <Stale error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      <div className="mt-4 rounded-xl border border-line bg-surface shadow-card">
        <List found={found} search={search} total={totalOf(tally, search)} selection={selection} />
      </div>
    </>
  );
}
