import { Badge } from '../../components/badge.tsx';
import { useEvents } from '../../moderation/history/event-list.tsx';
import { EventUndo } from '../../moderation/history/event-item.tsx';
import { HistoryPages } from '../../moderation/history/history-pages.tsx';
import { Subject } from '../../moderation/history/sentence.tsx';
import type { AuditEvent } from '../../moderation/history/vocabulary.ts';
import { reasonName } from '../../moderation/reasons.ts';

/** One event beneath its action, which says all but what it was done to. */
function ActionEvent({ event }: { event: AuditEvent }) {
  const { reason, undoes, undoneBy } = event;
  return (
    <li
      data-entry
      tabIndex={-1}
      className="flex min-h-12 scroll-my-30 items-center gap-2 py-2 pr-4 pl-15 focus-within:shadow-[inset_3px_0_0_var(--accent)] focus-visible:-outline-offset-2 sm:pr-5 sm:pl-16"
    >
      <p className="min-w-0 text-sm">
        <Subject event={event} />
      </p>
      {undoes !== null && reason !== null && (
        <Badge tone="neutral">{reasonName(reason)}</Badge>
      )}
      {undoneBy !== null && <Badge tone="warn">Undone</Badge>}
      <span className="flex-1" />
      <EventUndo event={event} />
    </li>
  );
}

/** The events of an action on several; more of them load on demand. */
export function ActionEvents({ action }: { action: string }) {
  const list = useEvents({ action });
  return (
    <div className="border-t border-line bg-sunken/50">
      <HistoryPages list={list} more="Show more">
        {(pages) => (
          <ol aria-label="Events of this action" className="divide-y divide-line">
            {pages
              .flatMap(({ data }) => data.events)
              .map((event) => (
                <ActionEvent key={event.id} event={event} />
              ))}
          </ol>
        )}
      </HistoryPages>
    </div>
  );
}
