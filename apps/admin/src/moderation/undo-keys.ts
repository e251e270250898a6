import { useShortcut } from '../keyboard.ts';
import { redoLast, undoLast } from './actions.ts';
import { takeBackLast } from './decisions.ts';

/**
 * Takes back a decision that is not sent yet. Otherwise undoes the last action.
 */
async function undo(): Promise<void> {
  const isTakenBack = await takeBackLast();
  if (!isTakenBack) await undoLast();
}

/** The undo and redo keys of a page. */
export function useUndoKeys(): void {
  useShortcut({ keys: 'u', label: 'Undo the last action', run: () => void undo() });
  useShortcut({
    keys: 'Shift+u',
    label: 'Redo the last undone action',
    run: () => void redoLast(),
  });
}
