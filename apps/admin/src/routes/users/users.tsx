import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { given } from '../../address.ts';
import { Button, buttonStyle } from '../../components/button.tsx';
import { ExportButton } from '../../moderation/export-button.tsx';
import { useIsLookedAt } from '../../frame/use-is-looked-at.ts';
import { useChoice } from '../../components/list/selection.ts';
import { Notice } from '../../components/notice.tsx';
import { useWholeSearch } from '../../moderation/acts/use-whole-search.tsx';
import { useUndoKeys } from '../../moderation/undo-keys.ts';
import { saveCsv } from '../../save-file.ts';
import { api, byCursor, trpc } from '../../trpc.ts';
import { Filters } from './filters.tsx';
import type { UsersSearch } from './search.ts';
import { useUserActs } from './use-user-acts.tsx';
import { UserCase } from './user-case.tsx';
import { UserList } from './user-list.ts';

const route = getRouteApi('/users');

function Empty({ search }: { search: UsersSearch }) {
  const filters = given({ ...search, sort: undefined });
  if (Object.keys(filters).length === 0) {
    return <Notice title="No users yet" />;
  }
  const { text } = filters;
  const address = text?.includes('@') ? text : undefined;
  const name = address === undefined ? text : undefined;
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
          {name !== undefined && (
            <Link to="/profiles" search={{ text: name }} className={buttonStyle()}>
              Search profiles for {name}
            </Link>
          )}
        </>
      }
    >
      {address !== undefined &&
        'Mail may have been sent to an address that never signed in.'}
      {name !== undefined && 'A person’s own name stands on their profiles.'}
    </Notice>
  );
}

/** The service's largest page. */
const pageSize = 100;

export function UsersPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const list = useInfiniteQuery(
    trpc.moderation.users.search.infiniteQueryOptions(
      given({ ...search, text: search.text?.trim(), limit: pageSize }),
      byCursor,
    ),
  );
  const rows = list.data?.pages.flatMap(({ data }) => data.users) ?? [];
  const choice = useChoice('users', rows, async (count) => rows.slice(0, count));
  const { focus, selection } = choice;
  const { row } = focus;
  const isLooked = useIsLookedAt(row?.id);
  const { clear } = selection;
  const acts = useUserActs({ ...choice, onDone: clear });
  const whole = useWholeSearch(undefined);
  useUndoKeys();
  useEffect(() => clear(), [search, clear]);
  const change = (next: UsersSearch) =>
    void navigate({ to: '/users', search: next, replace: true, resetScroll: true });
  const save = () =>
    saveCsv('users', async (cursor) => {
      const input = given({ ...search, sort: undefined, cursor });
      return (await api.moderation.users.listOut.mutate(input)).data;
    });
  return (
    <UserList
      search={{
        label: 'Search users',
        value: search.text ?? '',
        onSearch: (text) => change(given({ ...search, text: text || undefined })),
        help: 'A part of an address, a username or a linked identity.',
      }}
      controls={
        <>
          <Filters search={search} onChange={change} />
          <ExportButton save={save} />
        </>
      }
      drawCase={() =>
        row && <UserCase key={row.id} user={row} acts={acts} isLooked={isLooked} />
      }
      query={list}
      rows={rows}
      focus={focus}
      selection={selection}
      empty={<Empty search={search} />}
      onOpen={({ id }) => void navigate({ to: '/users/$id', params: { id } })}
      acts={
        <>
          <Button onClick={() => void acts.start('suspend')} keys="s">
            Suspend
          </Button>
          <Button onClick={() => void acts.start('hide')} keys="h">
            Hide their profiles
          </Button>
          <Button onClick={() => void acts.start('unsuspend')} keys="r">
            End suspension
          </Button>
          {whole.buttonFor({
            users: given({ ...search, text: search.text?.trim(), sort: undefined }),
          })}
        </>
      }
    >
      {acts.layer}
      {whole.layer}
    </UserList>
  );
}
