import { useShortcut } from '../../keyboard.ts';
import type { ListFocus } from './list-focus.ts';
import { mostSelected, type Selection } from './selection.ts';

type ListKeys = {
  /** The heading of the keys in the help. */
  label: string;
  /** A row's name: "profile". */
  one: string;
  focus: ListFocus;
  selection?: Selection | undefined;
};

/** The keys of a list. They work anywhere on its page. */
export function useListKeys({ label: group, one, focus, selection }: ListKeys): void {
  const { active, isEntered } = focus;
  const selects = selection !== undefined;
  useShortcut({ keys: 'j', label: `Next ${one}`, group, run: () => focus.moveBy(1) });
  useShortcut({
    keys: 'k',
    label: `Previous ${one}`,
    group,
    run: () => focus.moveBy(-1),
  });
  useShortcut({
    keys: 'x',
    label: `Select or unselect the ${one}`,
    group,
    when: selects && isEntered,
    run: () => selection?.toggle(active),
  });
  useShortcut({
    keys: 'Shift+x',
    label: 'Select all rows up to here',
    group,
    when: selects && isEntered,
    run: () => selection?.extend(active),
  });
  useShortcut({
    keys: 'a',
    label: `Select the next ${mostSelected}`,
    group,
    when: selects,
    run: () => selection?.selectNext(),
  });
  useShortcut({
    keys: 'Escape',
    label: 'Clear the selection',
    group,
    when: (selection?.rows.size ?? 0) > 0,
    run: () => selection?.clear(),
  });
}
