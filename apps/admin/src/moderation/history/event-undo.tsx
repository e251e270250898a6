import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { undoAction, undoPart } from '../actions.ts';
import { canRedo, summaryOf, type AuditEvent } from './vocabulary.ts';

function UndoButton({ name, undo }: { name: string; undo: () => Promise<void> }) {
  const { isPending, mutate } = useMutation({ mutationFn: undo });
  return (
    <Button
      variant="quiet"
      busy={isPending}
      aria-label={`Undo: ${name}`}
      onClick={() => mutate()}
    >
      Undo
    </Button>
  );
}

/** Undoes one event, if that is possible. */
export function EventUndo({ event }: { event: AuditEvent }) {
  const { id, action, actionEvents, canUndo } = event;
  const title = summaryOf(event);
  const undo = () =>
    actionEvents === 1
      ? undoAction({ id: action, title, canRedo: canRedo(event.type) })
      : undoPart({ event: id }, title);
  return canUndo && <UndoButton name={title} undo={undo} />;
}
