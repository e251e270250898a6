import type { GridFocus } from '../../../components/grid-focus.ts';
import { useShortcut } from '../../../keyboard.ts';
import type { Selection } from './use-selection.ts';

const group = 'Profiles';

export const selectNextLabel = 'Select the next profiles, a hundred at most';

type ListKeys = {
  focus: GridFocus;
  selection: Selection;
  /** Whether anything is chosen to be hidden or restored. */
  canModerate: boolean;
  onHide: () => void;
  onRestore: () => void;
};

/** The shortcuts of the list; they work anywhere on its page. */
export function useListKeys({
  focus,
  selection,
  canModerate,
  onHide,
  onRestore,
}: ListKeys): void {
  const { active, isEntered } = focus;
  useShortcut({ keys: 'j', label: 'Next profile', group, run: () => focus.moveBy(1) });
  useShortcut({
    keys: 'k',
    label: 'Previous profile',
    group,
    run: () => focus.moveBy(-1),
  });
  useShortcut({
    keys: 'x',
    label: 'Select the profile, or no longer',
    group,
    when: isEntered,
    run: () => selection.toggle(active),
  });
  useShortcut({
    keys: 'Shift+x',
    label: 'Select everything from the last selected to here',
    group,
    when: isEntered,
    run: () => selection.extend(active),
  });
  useShortcut({
    keys: 'a',
    label: selectNextLabel,
    group,
    run: selection.selectNext,
  });
  useShortcut({
    keys: 'Escape',
    label: 'Clear the selection',
    group,
    when: selection.profiles.size > 0,
    run: selection.clear,
  });
  useShortcut({ keys: 'h', label: 'Hide', group, when: canModerate, run: onHide });
  useShortcut({ keys: 'r', label: 'Restore', group, when: canModerate, run: onRestore });
}
