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

/** Whether a command's words contain all of a text, in any order and case. */
function matches({ label, hint = '' }: Command, text: string): boolean {
  const within = `${label} ${hint}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** The active shortcuts whose words match, by group, without the palette itself. */
export const useCommands = (text: string): CommandGroup[] =>
  useShortcutGroups()
    .map(({ group, shortcuts }) => ({
      value: group,
      items: shortcuts
        .filter(({ isEnabled, keys }) => isEnabled && keys !== '$mod+k')
        .map(({ keys, label, about, run }) => ({
          id: keys,
          label,
          hint: about,
          // A sequence of two opens a page.
          icon: keys.includes(' ') ? ArrowRight : CommandIcon,
          keys,
          run,
        }))
        .filter((command) => matches(command, text)),
    }))
    .filter(({ items }) => items.length > 0);
