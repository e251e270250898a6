import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { given } from '../../address.ts';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { useListFocus } from '../../components/list/list-focus.ts';
import { SelectionBar } from '../../components/list/selection-bar.tsx';
import { useSelection } from '../../components/list/selection.ts';
import { Notice } from '../../components/notice.tsx';
import { AdminsOnly } from '../../frame/admins-only.tsx';
import { List } from '../../frame/list.tsx';
import { ListPage } from '../../frame/page.tsx';
import { useUndoKeys } from '../../moderation/undo-keys.ts';
import { trpc } from '../../trpc.ts';
import { Filters } from './filters.tsx';
import type { UsersSearch } from './search.ts';
import { useUserActs } from './use-user-acts.tsx';
import { UserCase } from './user-case.tsx';
import { UserRow } from './user-row.tsx';

const route = getRouteApi('/users');

const columns = ['User', 'Record', 'Last seen', 'Joined'] as const;

function Empty({ search }: { search: UsersSearch }) {
  const filters = given({ ...search, sort: undefined });
  if (Object.keys(filters).length === 0) {
    return <Notice title="No users yet">New users show here.</Notice>;
  }
  const address = filters.text?.includes('@') ? filters.text : undefined;
  return (
    <Notice
      title="No user fits"
      actions={
        <>
          <Link to="/users" className={buttonStyle()}>
            Show everybody
          </Link>
          {address !== undefined && (
            <Link to="/mail" search={{ address }} className={buttonStyle()}>
              Mail to {address}
            </Link>
          )}
        </>
      }
    >
      {address !== undefined &&
        'Mail may have been sent to an address that never signed in.'}
    </Notice>
  );
}

/** The service's largest page. */
const pageSize = 100;

function useUserList(search: UsersSearch) {
  const list = useInfiniteQuery(
    trpc.moderation.users.search.infiniteQueryOptions(
      given({ ...search, text: search.text?.trim(), limit: pageSize }),
      {
        getNextPageParam: ({ data }) => data.nextCursor,
        initialCursor: null,
        placeholderData: keepPreviousData,
      },
    ),
  );
  const rows = list.data?.pages.flatMap(({ data }) => data.users) ?? [];
  return { list, rows };
}

function UserList() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { list, rows } = useUserList(search);
  const focus = useListFocus('users', rows);
  const selection = useSelection(rows, async (count) => rows.slice(0, count));
  const { ready, clear } = selection;
  const { row } = focus;
  const chosen = useCallback(async () => {
    const all = await ready();
    return all.length === 0 && row ? [row] : all;
  }, [ready, row]);
  const hasSelection = selection.rows.size > 0;
  const acts = useUserActs({
    chosen,
    only: hasSelection ? undefined : row,
    isAny: hasSelection || row !== undefined,
    onDone: clear,
  });
  useUndoKeys();
  useEffect(() => clear(), [search, clear]);
  const change = (next: UsersSearch) =>
    void navigate({ to: '/users', search: next, replace: true, resetScroll: true });
  const open = (index: number) => {
    const id = rows[index]?.id;
    if (id !== undefined) void navigate({ to: '/users/$id', params: { id } });
  };
  return (
    <ListPage
      title="Users"
      search={{
        label: 'Search users',
        value: search.text ?? '',
        onSearch: (text) => change(given({ ...search, text: text || undefined })),
        help: 'A part of an address, a username or a linked identity.',
      }}
      controls={<Filters search={search} onChange={change} />}
      drawCase={() => row && <UserCase id={row.id} user={row} acts={acts} />}
    >
      <List
        label="Users"
        one="user"
        columns={columns}
        query={list}
        rows={rows}
        focus={focus}
        selection={selection}
        empty={<Empty search={search} />}
        onOpen={open}
        drawRow={(user, props) => <UserRow {...props} user={user} />}
      />
      <SelectionBar selection={selection}>
        <Button onClick={() => void acts.start('suspend')}>
          Suspend <Kbd keys="s" />
        </Button>
        <Button onClick={() => void acts.start('hide')}>
          Hide their profiles <Kbd keys="h" />
        </Button>
        <Button onClick={() => void acts.start('unsuspend')}>
          End suspension <Kbd keys="r" />
        </Button>
      </SelectionBar>
      {acts.layer}
    </ListPage>
  );
}

export const UsersPage = () => (
  <AdminsOnly>
    <UserList />
  </AdminsOnly>
);
