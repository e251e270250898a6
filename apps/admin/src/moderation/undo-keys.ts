import { useShortcut } from '../keyboard.ts';
import { redoLast, undoLast } from './actions.ts';
import { answered } from './decisions.ts';
import { expectRestored } from './restored.ts';

/** Undoes the last action, once it is answered. */
export async function undoNewest(): Promise<void> {
  expectRestored();
  await answered();
  await undoLast();
}

export function useUndoKeys(): void {
  useShortcut({ keys: 'u', label: 'Undo the last action', run: () => void undoNewest() });
  useShortcut({
    keys: 'Shift+u',
    label: 'Redo the last undone action',
    run: () => void redoLast(),
  });
}
