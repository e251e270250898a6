import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { undoAction, undoPart } from '../actions.ts';
import { canRedo, summaryOf, type AuditEvent } from './vocabulary.ts';

export function EventUndo({ event }: { event: AuditEvent }) {
  const { id, action, actionEvents, canUndo } = event;
  const title = summaryOf(event);
  const { isPending, mutate } = useMutation({
    mutationFn: () =>
      actionEvents === 1
        ? undoAction({ id: action, title, canRedo: canRedo(event.type) })
        : undoPart({ event: id }, title),
  });
  return (
    canUndo && (
      <Button
        variant="quiet"
        busy={isPending}
        aria-label={`Undo: ${title}`}
        onClick={() => mutate()}
      >
        Undo
      </Button>
    )
  );
}
