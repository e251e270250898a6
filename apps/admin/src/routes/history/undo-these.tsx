import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { counted } from '../../components/count.ts';
import { startOf } from '../../address.ts';
import { Button } from '../../components/button.tsx';
import { exactTime } from '../../components/date-time.tsx';
import { undoPart } from '../../moderation/actions.ts';
import { actorName, type AuditAction } from '../../moderation/history/vocabulary.ts';
import { trpc } from '../../trpc.ts';
import type { HistorySearch } from './search.ts';

/** An action is stored a moment before its events. */
const justBefore = (at: string): string => new Date(Date.parse(at) - 1_000).toISOString();

/**
 * The service's filter for the listed actions: actor, start and kind. Undefined
 * if there is no such filter.
 */
function filterOf(
  { type, reason, profile, from, to }: HistorySearch,
  rows: readonly AuditAction[],
) {
  const oldest = rows.at(-1);
  const by = oldest?.first.actor?.id;
  const isOnePerson = rows.every(({ first }) => first.actor?.id === by);
  const isMore = reason !== undefined || profile !== undefined || to !== undefined;
  if (!oldest || by === undefined || !isOnePerson || isMore) return undefined;
  const since = from === undefined ? justBefore(oldest.first.at) : startOf(from);
  return { by, since, ...(type && { type }) };
}

type UndoTheseProps = { search: HistorySearch; rows: readonly AuditAction[] };

/**
 * Undoes the listed actions of one person. Shown if the history is filtered by a
 * person.
 */
export function UndoThese({ search, rows }: UndoTheseProps) {
  const filter = search.who === undefined ? undefined : filterOf(search, rows);
  const undoable = useQuery(trpc.moderation.undoable.queryOptions(filter ?? skipToken));
  const { mutate, isPending } = useMutation({
    mutationFn: ({ what, title }: { what: NonNullable<typeof filter>; title: string }) =>
      undoPart({ filter: what }, title),
  });
  const [first] = rows;
  const { cards = 0, acts = 0, needsAdmin = false } = undoable.data?.data ?? {};
  if (!filter || !first || cards === 0) return null;
  return (
    <div className="px-4 py-2 md:pl-10">
      {needsAdmin ? (
        <p className="text-xs text-muted">An admin can undo these {cards}</p>
      ) : (
        <Button
          busy={isPending}
          onClick={() =>
            mutate({ what: filter, title: `${cards} by ${actorName(first.first)}` })
          }
        >
          Undo {counted(cards, 'card')}, {counted(acts, 'act')}, since{' '}
          {exactTime(filter.since)}
        </Button>
      )}
    </div>
  );
}
