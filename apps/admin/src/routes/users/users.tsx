import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { SearchX, UsersRound } from 'lucide-react';
import { useCallback } from 'react';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTitle } from '../../title.ts';
import { Failed, Offline, Stale } from '../states.tsx';
import { AdminsOnly } from './admins-only.tsx';
import { LoadingUsers } from './loading.tsx';
import type { UsersSearch } from './search.ts';
import { Toolbar } from './toolbar.tsx';
import { useUserList } from './use-user-list.ts';
import { UserRows } from './user-rows.tsx';

const route = getRouteApi('/users');

const isNarrowed = ({ text, role, state, doubled }: UsersSearch) =>
  [text, role, state, doubled].some((value) => value !== undefined);

const noMatch = (
  <Notice
    icon={SearchX}
    title="Nobody fits"
    actions={
      <Link to="/users" className={buttonStyle()}>
        Show everybody
      </Link>
    }
  >
    No user has that text, role and state together.
  </Notice>
);

const nobody = (
  <Notice icon={UsersRound} title="No users yet">
    Whoever signs in for the first time shows here.
  </Notice>
);

type UserList = ReturnType<typeof useUserList>;

/** Below the last user: that more is coming, or why not. */
function ListEnd({ list }: { list: UserList }) {
  if (list.isFetchNextPageError) {
    return (
      <div className="p-4">
        <Stale error={list.error} onRetry={() => void list.fetchNextPage()} />
      </div>
    );
  }
  return (
    list.hasNextPage && (
      <div className="flex justify-center p-3">
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      </div>
    )
  );
}

/** The users, or what stands in their place. */
function List({ list, search }: { list: UserList; search: UsersSearch }) {
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
    return list.fetchStatus === 'paused' ? <Offline /> : <LoadingUsers />;
  }
  const users = list.data.pages.flatMap(({ data }) => data.users);
  if (users.length === 0) {
    return isNarrowed(search) ? noMatch : nobody;
  }
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={clsx('transition-opacity', list.isPlaceholderData && 'opacity-50')}
    >
      <UserRows users={users} onNearEnd={readMore} />
      <ListEnd list={list} />
    </div>
  );
}

function UserSearch() {
  useTitle('Users');
  const search = route.useSearch();
  const navigate = useNavigate();
  const list = useUserList(search);
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Users</h1>
      <Toolbar
        search={search}
        onChange={(next) => void navigate({ to: '/users', search: next, replace: true })}
      />
      {list.data && list.error && !list.isFetchNextPageError && (
        <div className="mt-4">
          <Stale error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      <div className="mt-4 overflow-hidden rounded-xl border border-line bg-surface shadow-card">
        <List list={list} search={search} />
      </div>
    </>
  );
}

/** All users, narrowed and ordered as the address says. */
export const UsersPage = () => (
  <AdminsOnly>
    <UserSearch />
  </AdminsOnly>
);
