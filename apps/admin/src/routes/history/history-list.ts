import { counted } from '../../components/count.ts';
import { type RowState, statesIn } from '../../components/state-list.tsx';
import { moderationList } from '../../frame/moderation-list.tsx';
import {
  actorName,
  isOfCalls,
  keyNameOf,
  subjectName,
  wordingOf,
  type AuditAction,
} from '../../moderation/history/vocabulary.ts';
import { reasonName } from '../../moderation/reasons.ts';
import { useWho } from '../../who.ts';

/**
 * "ann", "“Nightly check”", "22 profiles". A long list of people is invited by many calls,
 * of which the first does not know their number.
 */
export function subjectsOf({ events, first }: AuditAction): string {
  const { type, subject } = first;
  if (events === 1) return keyNameOf(first) ?? subjectName(first);
  return isOfCalls(type) ? subjectName({ type, subject }) : counted(events, subject.kind);
}

/** "hid 22 profiles". */
export function sentenceOf(action: AuditAction): string {
  const { verb, afterSubject = '' } = wordingOf(action.first.type);
  return `${verb} ${subjectsOf(action)}${afterSubject}`;
}

function statesOf({ events, undone, first }: AuditAction): RowState[] {
  const isWhole = undone === events || isOfCalls(first.type);
  const word = isWhole ? 'Undone' : `${undone} of ${events} undone`;
  return statesIn([
    first.undoes !== null && { tone: 'accent', word: 'Reversal' },
    undone > 0 && { tone: 'neutral', word },
  ]);
}

export const HistoryList = moderationList<AuditAction>({
  title: 'History',
  one: 'action',
  columns: ['By', 'Action', 'Reason', 'When'],
  useWords: (action) => {
    const me = useWho().id;
    const { id, first, events, undone } = action;
    const { actor, reason, undoes, at } = first;
    // An undo has no reason of its own, only those of the undone events.
    const isReasoned = reason !== null && undoes === null;
    return {
      name: actor?.id === me ? 'You' : actorName(first),
      address: `history#action=${id}`,
      states: statesOf(action),
      text: sentenceOf(action),
      detail: isReasoned ? reasonName(reason) : undefined,
      at,
      isFaded: undone === events,
    };
  },
});
