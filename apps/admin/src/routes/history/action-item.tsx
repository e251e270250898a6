import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { ActionEvents } from './action-events.tsx';
import { undoAction } from '../../moderation/actions.ts';
import { Entry, EventItem, UndoButton } from '../../moderation/history/event-item.tsx';
import { Actor } from '../../moderation/history/sentence.tsx';
import {
  subjectName,
  wordings,
  type AuditAction,
} from '../../moderation/history/vocabulary.ts';

const several = (count: number, { subject }: AuditAction['first']) =>
  `${count} ${subject.kind}${count === 1 ? '' : 's'}`;

/** An undo has no reason of its own: each of its events has that of before. */
const headOf = ({ first }: AuditAction): AuditAction['first'] =>
  first.undoes === null ? first : { ...first, reason: null, note: null };

function undoneOf({ events, undone }: AuditAction): string | undefined {
  if (undone === 0) {
    return undefined;
  }
  return undone === events ? 'Undone' : `${undone} of ${events} undone`;
}

function UndoAll({ action }: { action: AuditAction }) {
  const { id, events, undoable, first } = action;
  const name = `${several(undoable, first)} ${wordings[first.type].participle}`;
  return (
    <UndoButton
      label={undoable === events ? 'Undo all' : `Undo ${undoable} of ${events}`}
      name={name}
      undo={() => undoAction({ id, title: name })}
    />
  );
}

type ActionItemProps = {
  action: AuditAction;
  /** Whether it is one that fits a username. */
  namesFirst: boolean;
  startsOpen: boolean;
};

function SeveralItem({ action, namesFirst, startsOpen }: ActionItemProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const { id, events, undone, undoable, first } = action;
  return (
    <Entry
      event={headOf(action)}
      sentence={
        <>
          <Actor event={first} /> {wordings[first.type].verb}{' '}
          <button
            type="button"
            data-unfold
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex items-center gap-0.5 rounded-sm font-medium text-ink underline decoration-line-strong underline-offset-3 hover:decoration-current"
          >
            {several(events, first)}
            <ChevronDown
              aria-hidden
              size={15}
              className={clsx('transition-transform', isOpen && 'rotate-180')}
            />
          </button>
          {namesFirst && `, ${subjectName(first)} among them`}
        </>
      }
      undone={undoneOf(action)}
      isFaded={undone === events}
      undo={undoable > 0 && <UndoAll action={action} />}
    >
      {isOpen && <ActionEvents action={id} />}
    </Entry>
  );
}

/** What was done by one press: one event as it is, several as one entry that unfolds. */
export function ActionItem(props: ActionItemProps) {
  const { events, first } = props.action;
  return events === 1 ? <EventItem event={first} /> : <SeveralItem {...props} />;
}
