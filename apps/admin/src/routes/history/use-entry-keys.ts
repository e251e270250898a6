import { useState, type FocusEvent, type RefObject } from 'react';
import { toastNote } from '../../components/toast.tsx';
import { useShortcut } from '../../keyboard.ts';

const entryInFocus = () =>
  document.activeElement?.closest<HTMLElement>('[data-entry]') ?? undefined;

/** Undoes the entry as its button does. */
function undoEntry(): void {
  const button = entryInFocus()?.querySelector<HTMLElement>('[data-undo]');
  if (button) {
    button.click();
  } else {
    toastNote(
      'This can’t be undone',
      'It is undone already, something was done since, or it is for good.',
    );
  }
}

/** Moves the focus from entry to entry, those of an unfolded action among them, beginning at the first one in sight. */
function move(list: HTMLElement | null, step: number): void {
  const entries = [...(list?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
  const current = entries.findIndex((entry) => entry === entryInFocus());
  const first = entries.findIndex((entry) => entry.getBoundingClientRect().top >= 0);
  const next = entries[current === -1 ? first : current + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

/** The shortcuts of a list of entries. Returns what the list needs to know where the focus is. */
export function useEntryKeys(list: RefObject<HTMLElement | null>) {
  const [isEntered, setEntered] = useState(false);
  const group = 'History';
  useShortcut({
    keys: 'j',
    label: 'Next entry',
    group,
    run: () => move(list.current, 1),
  });
  useShortcut({
    keys: 'k',
    label: 'Previous entry',
    group,
    run: () => move(list.current, -1),
  });
  useShortcut({
    keys: 'Enter',
    label: 'Unfold the entry, or fold it',
    group,
    // For the help alone: links and buttons need the key, and the entry listens to it itself.
    when: false,
    run: () => {},
  });
  useShortcut({
    keys: 'u',
    label: 'Undo the entry in focus',
    group,
    when: isEntered,
    run: undoEntry,
  });
  return {
    onFocus: () => setEntered(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setEntered(currentTarget.contains(relatedTarget)),
  };
}
