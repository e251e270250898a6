import { useShortcut } from '../keyboard.ts';
import { redoLast, undoLast } from './actions.ts';
import { takeBackLast } from './decisions.ts';

/** A decision that has not left the page is taken back; of what was done, the last is undone. */
async function undo(): Promise<void> {
  const isTakenBack = await takeBackLast();
  if (!isTakenBack) await undoLast();
}

/** The shortcuts of a page on which things are done. */
export function useUndoKeys(): void {
  useShortcut({ keys: 'u', label: 'Undo the last action', run: () => void undo() });
  useShortcut({
    keys: 'Shift+u',
    label: 'Redo what was undone last',
    run: () => void redoLast(),
  });
}
