import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Download, ListFilter, SearchX } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTitle } from '../../title.ts';
import { given } from '../../address.ts';
import { reportFailure } from '../../moderation/actions.ts';
import { useUndoKeys } from '../../moderation/undo-keys.ts';
import { useWho } from '../../who.ts';
import { downloadCsv } from './download.ts';
import { ActionList } from './action-list.tsx';
import { queryOf } from './search.ts';
import { Toolbar } from './toolbar.tsx';

const route = getRouteApi('/history');

const noMatch = (
  <Notice
    icon={SearchX}
    title="Nothing like that was done"
    actions={
      <Link to="/history" className={buttonStyle()}>
        Show everything
      </Link>
    }
  >
    No event fits all of what you are looking for.
  </Notice>
);

const whatIsShown = {
  admin: 'Everything that moderators and admins did.',
  moderator: 'Everything that was done to profiles.',
} as const;

/** What moderators and admins did, filtered as the address says. */
export function HistoryPage() {
  useTitle('History');
  const search = route.useSearch();
  const navigate = useNavigate();
  const { role } = useWho();
  const query = queryOf(search);
  const isNarrowed = Object.keys(search).length > 0;
  const toolbar = useId();
  const [isFiltering, setFiltering] = useState(isNarrowed && search.action === undefined);
  const download = useMutation({
    mutationFn: () => downloadCsv(query),
    onError: (error) => reportFailure('The file was not made', error),
  });
  useUndoKeys();
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">History</h1>
          <p className="mt-1 text-muted">
            {search.action === undefined ? (
              whatIsShown[role]
            ) : (
              <>
                One action.{' '}
                <Link
                  to="/history"
                  className="font-medium text-accent-ink hover:underline"
                >
                  Show everything
                </Link>
              </>
            )}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            aria-expanded={isFiltering}
            aria-controls={toolbar}
            onClick={() => setFiltering(!isFiltering)}
            className="h-9 md:hidden"
          >
            <ListFilter aria-hidden size={16} />
            <span>Filter</span>
          </Button>
          <Button
            busy={download.isPending}
            onClick={() => download.mutate()}
            className="h-9"
          >
            <Download aria-hidden size={16} />
            <span>Export CSV</span>
          </Button>
        </div>
      </div>
      <Toolbar
        id={toolbar}
        isOpen={isFiltering}
        search={search}
        onChange={(next) => {
          const filters = given({ ...next, action: undefined });
          void navigate({ to: '/history', search: filters, replace: true });
        }}
      />
      <div className="mt-4 overflow-hidden rounded-xl border border-line bg-surface shadow-card">
        <ActionList query={query} {...(isNarrowed && { empty: noMatch })} />
      </div>
    </>
  );
}
