import type { KeyboardEvent } from 'react';
import { pressed, useShortcut } from '../../keyboard.ts';
import type { ListFocus } from './list-focus.ts';
import { mostSelected, type Selection } from './selection.ts';

export type ListKeys = {
  /** For screen readers, and the heading of the keys in the help. */
  label: string;
  /** A row's name: "profile". */
  one: string;
  focus: ListFocus;
};

/** The keys of a list. They work anywhere on its page. */
export function useListKeys({ label: group, one, focus }: ListKeys): void {
  useShortcut({ keys: 'j', label: `Next ${one}`, group, run: () => focus.moveBy(1) });
  useShortcut({
    keys: 'k',
    label: `Previous ${one}`,
    group,
    run: () => focus.moveBy(-1),
  });
}

type SelectionKeysProps = ListKeys & { selection: Selection };

export function SelectionKeys(props: SelectionKeysProps): null {
  const { label: group, one, focus, selection } = props;
  const { active, isEntered } = focus;
  useShortcut({
    keys: 'x',
    label: `Select or unselect the ${one}`,
    group,
    when: isEntered,
    run: () => selection.toggle(active),
  });
  useShortcut({
    keys: 'a',
    label: `Select the next ${mostSelected}`,
    group,
    run: () => selection.selectNext(),
  });
  useShortcut({
    keys: 'Escape',
    label: 'Clear the selection',
    group,
    when: selection.rows.size > 0,
    run: () => selection.clear(),
  });
  return null;
}

/** Rows of Page Up and Page Down. */
const page = 10;

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: page,
  PageUp: -page,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export type PressedList = {
  rows: readonly { id: string }[];
  focus: ListFocus;
  selection?: Selection | undefined;
  /** Called for Enter. */
  onOpen: (index: number) => void;
};

/** Handles a key of the list. Returns false if the list does not use the key. */
export function pressInList(event: KeyboardEvent, list: PressedList): boolean {
  const { focus, rows, selection, onOpen } = list;
  const key = pressed(event) ?? '';
  const step = steps[key];
  if (step !== undefined) {
    const to = Math.max(0, Math.min(rows.length - 1, focus.active + step));
    if (event.shiftKey) selection?.extend(to, focus.active);
    focus.moveTo(to);
    return true;
  }
  if (!(event.target instanceof Element && event.target.role === 'row')) return false;
  if (key === 'Enter') onOpen(focus.active);
  else if (key === ' ' && selection) selection.toggle(focus.active);
  else return false;
  return true;
}
