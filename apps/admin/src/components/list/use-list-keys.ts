import { useShortcut } from '../../keyboard.ts';
import type { ListFocus } from './list-focus.ts';
import { mostSelected, type Selection } from './selection.ts';

type ListKeys = {
  /** The heading of the keys in the help. */
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
    keys: 'Shift+x',
    label: 'Select all rows up to here',
    group,
    when: isEntered,
    run: () => selection.extend(active),
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
