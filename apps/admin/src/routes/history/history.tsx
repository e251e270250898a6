import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { buttonStyle } from '../../components/button.tsx';
import { ExportButton } from '../../moderation/export-button.tsx';
import { useListFocus } from '../../components/list/list-focus.ts';
import { Notice } from '../../components/notice.tsx';
import { toastNote } from '../../components/toast.tsx';
import { CasePage } from '../../frame/page.tsx';
import { Loaded } from '../../frame/states.tsx';
import { useShortcut } from '../../keyboard.ts';
import { saveCsv } from '../../save-file.ts';
import { given } from '../../address.ts';
import type { EventQuery } from '../../moderation/history/timeline.tsx';
import { useUndoKeys } from '../../moderation/undo-keys.ts';
import { useTitle } from '../../title.ts';
import { api, byCursor, trpc } from '../../trpc.ts';
import { Filters } from './filters.tsx';
import { HistoryCase, undo } from './history-case.tsx';
import { HistoryList } from './history-list.ts';
import { queryOf, searchedFor, type HistorySearch } from './search.ts';
import { UndoThese } from './undo-these.tsx';
import { WaitingActs } from './waiting-acts.tsx';

const route = getRouteApi('/history');

const pageSize = 30;

const useActions = (query: EventQuery) =>
  useInfiniteQuery(
    trpc.audit.listActions.infiniteQueryOptions({ ...query, limit: pageSize }, byCursor),
  );

const nothing = <Notice title="Nothing has happened yet" />;

const noMatch = (
  <Notice
    title="No action fits"
    actions={
      <Link to="/history" className={buttonStyle()}>
        Show everything
      </Link>
    }
  />
);

function Actions({ search }: { search: HistorySearch }) {
  const navigate = useNavigate();
  const query = queryOf(search);
  const list = useActions(query);
  const rows = list.data?.pages.flatMap(({ data }) => data.actions) ?? [];
  const focus = useListFocus('history', rows);
  const save = () =>
    saveCsv('namecard-history', async (cursor) => {
      const input = given({ ...query, cursor });
      return (await api.audit.exportCsv.query(input)).data;
    });
  useUndoKeys();
  const { row } = focus;
  useShortcut({
    keys: 'u',
    label: 'Undo the action with the focus',
    group: 'History',
    when: row !== undefined,
    run: () => {
      if (row && row.undoable > 0) void undo(row);
      else
        toastNote(
          'This can’t be undone',
          'It is already undone, or something has changed since.',
        );
    },
  });
  const change = (next: HistorySearch) =>
    void navigate({ to: '/history', search: next, replace: true, resetScroll: true });
  const isNarrowed = Object.keys(search).length > 0;
  return (
    <HistoryList
      search={{
        label: 'Search the history',
        value: search.who ?? search.profile ?? '',
        onSearch: (text) => change(searchedFor(search, text)),
        maxLength: 254,
        help: 'The whole username of a profile, or a part of a moderator’s address with its @.',
      }}
      controls={
        <>
          <Filters search={search} onChange={change} />
          <ExportButton save={save} />
        </>
      }
      below={
        <>
          <UndoThese search={search} rows={rows} />
          <WaitingActs />
        </>
      }
      drawCase={() => row && <HistoryCase action={row} />}
      query={list}
      rows={rows}
      focus={focus}
      empty={isNarrowed ? noMatch : nothing}
      onOpen={({ id: action }) => void navigate({ to: '/history', search: { action } })}
    />
  );
}

function OneAction({ action }: { action: string }) {
  useTitle('History');
  useUndoKeys();
  const list = useActions({ action });
  return (
    <CasePage back="History" to="/history">
      <Loaded query={list} what="the action">
        {({ pages }) => {
          const [found] = pages.flatMap(({ data }) => data.actions);
          return found ? <HistoryCase action={found} /> : noMatch;
        }}
      </Loaded>
    </CasePage>
  );
}

export function HistoryPage() {
  const search = route.useSearch();
  return search.action === undefined ? (
    <Actions search={search} />
  ) : (
    <OneAction action={search.action} />
  );
}
