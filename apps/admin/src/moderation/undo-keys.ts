import { useShortcut } from '../keyboard.ts';
import { redoLast, undoLast } from './actions.ts';
import { takeBackLast } from './decisions.ts';
import { expectRestored } from './restored.ts';

/**
 * Takes back a decision that is not sent yet. Otherwise undoes the last action.
 */
export async function undoNewest(): Promise<void> {
  expectRestored();
  const isTakenBack = await takeBackLast();
  if (!isTakenBack) await undoLast();
}

/** The undo and redo keys of a page. */
export function useUndoKeys(): void {
  useShortcut({ keys: 'u', label: 'Undo the last action', run: () => void undoNewest() });
  useShortcut({
    keys: 'Shift+u',
    label: 'Redo the last undone action',
    run: () => void redoLast(),
  });
}
