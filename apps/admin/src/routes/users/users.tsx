import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { SearchX, UsersRound } from 'lucide-react';
import { given } from '../../address.ts';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTitle } from '../../title.ts';
import { trpc } from '../../trpc.ts';
import { AdminsOnly } from '../../frame/admins-only.tsx';
import { List, Stale, StaleQuery } from '../../frame/states.tsx';
import { LoadingUsers } from './loading.tsx';
import type { UsersSearch } from './search.ts';
import { Toolbar } from './toolbar.tsx';
import { UserRows } from './user-rows.tsx';

const route = getRouteApi('/users');

const isNarrowed = ({ text, role, state, duplicateIdentities }: UsersSearch) =>
  [text, role, state, duplicateIdentities].some((value) => value !== undefined);

const conjunction = new Intl.ListFormat('en');

/** What was asked for, in words: "that text, that role, and that state". */
const askedFor = ({ text, role, state, duplicateIdentities }: UsersSearch): string =>
  conjunction.format([
    ...(text === undefined ? [] : ['that text']),
    ...(role === undefined ? [] : ['that role']),
    ...(state === undefined ? [] : ['that state']),
    ...(duplicateIdentities === undefined ? [] : ['an identity that others link too']),
  ]);

function NoMatch({ search }: { search: UsersSearch }) {
  const { text } = search;
  return (
    <Notice
      icon={SearchX}
      title="Nobody fits"
      actions={
        <>
          <Link to="/users" className={buttonStyle()}>
            Show everybody
          </Link>
          {text?.includes('@') && (
            <Link to="/mail" search={{ address: text }} className={buttonStyle()}>
              Look up mail to it
            </Link>
          )}
        </>
      }
    >
      No user has {askedFor(search)}.
      {text?.includes('@') &&
        ' Whoever never signed in is no user, but may have been sent mail.'}
    </Notice>
  );
}

const nobody = (
  <Notice icon={UsersRound} title="No users yet">
    Whoever signs in for the first time shows here.
  </Notice>
);

const usersAtOnce = 50;

const useUserList = (search: UsersSearch) =>
  useInfiniteQuery(
    trpc.moderation.users.search.infiniteQueryOptions(
      given({ ...search, text: search.text?.trim(), limit: usersAtOnce }),
      {
        getNextPageParam: ({ data }) => data.nextCursor,
        initialCursor: null,
        placeholderData: keepPreviousData,
      },
    ),
  );

type UserList = ReturnType<typeof useUserList>;

/** Below the last user: a button for more, or why more did not load. */
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

function UserSearch() {
  useTitle('Users');
  const search = route.useSearch();
  const navigate = useNavigate();
  const list = useUserList(search);
  const users = list.data?.pages.flatMap(({ data }) => data.users) ?? [];
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Users</h1>
      <Toolbar
        search={search}
        onChange={(next) => void navigate({ to: '/users', search: next, replace: true })}
      />
      <StaleQuery query={list} className="mt-4" />
      <div className="mt-4 overflow-hidden rounded-xl border border-line bg-surface shadow-card">
        <List
          query={list}
          rows={users}
          loading={<LoadingUsers />}
          empty={isNarrowed(search) ? <NoMatch search={search} /> : nobody}
        >
          {(readMore) => (
            <>
              <UserRows users={users} onNearEnd={readMore} />
              <ListEnd list={list} />
            </>
          )}
        </List>
      </div>
    </>
  );
}

export const UsersPage = () => (
  <AdminsOnly>
    <UserSearch />
  </AdminsOnly>
);
