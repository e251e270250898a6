import { useShortcut } from '../keyboard.ts';
import { redoLast, undoLast } from './actions.ts';

/** The shortcuts of a page on which things are done. */
export function useUndoKeys(): void {
  useShortcut({ keys: 'u', label: 'Undo the last action', run: () => void undoLast() });
  useShortcut({
    keys: 'Shift+u',
    label: 'Redo what was undone last',
    run: () => void redoLast(),
  });
}
