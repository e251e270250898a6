import { memo } from 'react';
import { RowCells, type RowProps, type RowState } from '../../components/list/row.tsx';
import {
  actorName,
  keyNameOf,
  subjectName,
  wordings,
  type AuditAction,
} from '../../moderation/history/vocabulary.ts';
import { reasonName } from '../../moderation/reasons.ts';
import { useWho } from '../../who.ts';

const number = new Intl.NumberFormat('en');

/** "ann", "“Nightly check”", "22 profiles". */
export const subjectsOf = ({ events, first }: AuditAction): string =>
  events === 1
    ? (keyNameOf(first) ?? subjectName(first))
    : `${number.format(events)} ${first.subject.kind === 'profile' ? 'profiles' : 'users'}`;

/** "hid 22 profiles". */
export function sentenceOf(action: AuditAction): string {
  const { verb, afterSubject = '' } = wordings[action.first.type];
  return `${verb} ${subjectsOf(action)}${afterSubject}`;
}

function statesOf({ events, undone, first }: AuditAction): RowState[] {
  const word = undone === events ? 'Undone' : `${undone} of ${events} undone`;
  const states: (RowState | false)[] = [
    first.undoes !== null && { tone: 'accent', word: 'Undo' },
    undone > 0 && { tone: 'neutral', word },
  ];
  return states.filter((state) => state !== false);
}

/** Memoised: changes of other rows cause no redraw. */
export const HistoryRow = memo(function HistoryRow({
  action,
  ...row
}: RowProps & { action: AuditAction }) {
  const me = useWho().id;
  const { id, first, events, undone } = action;
  const { actor, reason, undoes, at } = first;
  // An undo has no reason of its own, only those of the undone events.
  const isReasoned = reason !== null && undoes === null;
  return (
    <RowCells
      {...row}
      words={{
        name: actor?.id === me ? 'You' : actorName(first),
        address: `history?action=${id}`,
        states: statesOf(action),
        text: sentenceOf(action),
        detail: isReasoned ? reasonName(reason) : undefined,
        at,
        isFaded: undone === events,
      }}
    />
  );
});
