import { ArrowRight, Command as CommandIcon, type LucideIcon } from 'lucide-react';
import { useShortcutGroups } from '../../keyboard.ts';

export type Command = {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Shown beside the label: the owner, or the state. */
  hint?: string;
  keys?: string;
  run: () => void;
};

export type CommandGroup = { value: string; items: Command[] };

/** The commands of all active shortcuts, by group. */
const useShortcutCommands = (): CommandGroup[] =>
  useShortcutGroups().map(({ group, shortcuts }) => ({
    value: group,
    items: shortcuts
      .filter(({ isEnabled }) => isEnabled)
      .map(({ keys, label, run }) => ({
        id: keys,
        label,
        // A sequence of two opens a page.
        icon: keys.includes(' ') ? ArrowRight : CommandIcon,
        keys,
        run,
      })),
  }));

/** Whether a label contains all words of a text, in any order and case. */
function matches(label: string, text: string): boolean {
  const within = label.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** The commands and pages whose labels match, without the palette itself. */
export function useCommands(text: string): CommandGroup[] {
  return useShortcutCommands()
    .map(({ value, items }) => ({
      value,
      items: items.filter(({ label, keys }) => keys !== '$mod+k' && matches(label, text)),
    }))
    .filter(({ items }) => items.length > 0);
}
