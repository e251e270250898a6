import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { type EventQuery, nothingYet } from '../../moderation/history/event-list.tsx';
import { HistoryPages } from '../../moderation/history/history-pages.tsx';
import type { AuditAction } from '../../moderation/history/vocabulary.ts';
import { pressed } from '../../keyboard.ts';
import { trpc } from '../../trpc.ts';
import { ActionItem } from './action-item.tsx';
import { useEntryKeys } from './use-entry-keys.ts';

const actionsAtOnce = 30;

/** Enter on an entry itself, not on something within, unfolds it. */
function unfold(event: KeyboardEvent): void {
  const { target } = event;
  if (
    pressed(event) === 'Enter' &&
    target instanceof HTMLElement &&
    target.matches('[data-entry]')
  ) {
    target.querySelector<HTMLElement>('[data-unfold]')?.click();
  }
}

type ActionsProps = { actions: readonly AuditAction[]; query: EventQuery };

function Actions({ actions, query }: ActionsProps) {
  const list = useRef<HTMLOListElement>(null);
  const focus = useEntryKeys(list);
  return (
    <ol
      ref={list}
      {...focus}
      onKeyDown={unfold}
      aria-label="Actions, newest first"
      className="divide-y divide-line"
    >
      {actions.map((action) => (
        <ActionItem
          key={action.id}
          action={action}
          namesFirst={query.username !== undefined}
          startsOpen={query.action === action.id}
        />
      ))}
    </ol>
  );
}

type ActionListProps = {
  query: EventQuery;
  /** Shows where nothing fits the query; by default that nothing has happened yet. */
  empty?: ReactNode;
};

/** What moderators and admins did, newest first; older actions load on demand. */
export function ActionList({ query, empty = nothingYet }: ActionListProps) {
  const list = useInfiniteQuery(
    trpc.audit.listActions.infiniteQueryOptions(
      { ...query, limit: actionsAtOnce },
      {
        getNextPageParam: ({ data }) => data.nextCursor,
        initialCursor: null,
        placeholderData: keepPreviousData,
      },
    ),
  );
  return (
    <HistoryPages list={list}>
      {(pages) => {
        const actions = pages.flatMap(({ data }) => data.actions);
        return actions.length === 0 ? empty : <Actions actions={actions} query={query} />;
      }}
    </HistoryPages>
  );
}
