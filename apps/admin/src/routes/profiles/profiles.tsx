import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Table } from '../../components/table.tsx';
import { useTitle } from '../../title.ts';
import { trpc } from '../../trpc.ts';
import { columns } from './columns.tsx';
import { Counts } from './counts.tsx';
import { OrderSwitch } from './order-switch.tsx';
import { Pager } from './pager.tsx';
import type { Profile } from './profile.ts';
import {
  ListFailed,
  ListOffline,
  LoadingRows,
  NoProfiles,
  PastTheEnd,
  StaleNotice,
} from './states.tsx';

/** Profiles on a page. */
const limit = 50;

const route = getRouteApi('/profiles');

function useProfiles() {
  const { page = 1, order } = route.useSearch();
  return useQuery(
    trpc.profiles.list.queryOptions(
      { page, limit, reverse: order === 'oldest' },
      { placeholderData: keepPreviousData },
    ),
  );
}

const usernameOf = ({ username }: Profile) => username;

/** The rows, or what stands in their place. */
function Rows({ list, lastPage }: { list: ReturnType<typeof useProfiles>; lastPage: number }) {
  if (!list.data) {
    if (list.error) {
      return <ListFailed error={list.error} onRetry={() => void list.refetch()} />;
    }
    return list.fetchStatus === 'paused' ? <ListOffline /> : <LoadingRows />;
  }
  const { count, profiles } = list.data.data;
  if (profiles.length === 0) {
    return count.all === 0 ? <NoProfiles /> : <PastTheEnd lastPage={lastPage} />;
  }
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={clsx('transition-opacity', list.isPlaceholderData && 'opacity-50')}
    >
      <Table caption="Profiles" columns={columns} rows={profiles} rowKey={usernameOf} />
    </div>
  );
}

export function ProfilesPage() {
  useTitle('Profiles');
  const { page = 1 } = route.useSearch();
  const list = useProfiles();
  const count = list.data?.data.count;
  const lastPage = Math.max(1, Math.ceil((count?.all ?? 0) / limit));
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Profiles</h1>
          <Counts count={count} />
        </div>
        <OrderSwitch />
      </div>
      {list.data && list.error && (
        <StaleNotice error={list.error} onRetry={() => void list.refetch()} />
      )}
      <div className="mt-5 overflow-hidden rounded-xl border border-line bg-surface shadow-card">
        <Rows list={list} lastPage={lastPage} />
      </div>
      {count && count.all > 0 && page <= lastPage && (
        <Pager page={page} lastPage={lastPage} limit={limit} all={count.all} />
      )}
    </>
  );
}
