import { ArrowRight, Command as CommandIcon, type LucideIcon } from 'lucide-react';
import { useShortcutGroups } from '../../keyboard.ts';

export type Command = {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Shown beside the label: the owner, the state, or what it is for. */
  hint?: string | undefined;
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
      .map(({ keys, label, about, run }) => ({
        id: keys,
        label,
        hint: about,
        // A sequence of two opens a page.
        icon: keys.includes(' ') ? ArrowRight : CommandIcon,
        keys,
        run,
      })),
  }));

/** Whether a command's words contain all of a text, in any order and case. */
function matches({ label, hint = '' }: Command, text: string): boolean {
  const within = `${label} ${hint}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** The commands and pages whose words match, without the palette itself. */
export function useCommands(text: string): CommandGroup[] {
  return useShortcutCommands()
    .map(({ value, items }) => ({
      value,
      items: items.filter((one) => one.keys !== '$mod+k' && matches(one, text)),
    }))
    .filter(({ items }) => items.length > 0);
}
