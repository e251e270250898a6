import { Command as CommandIcon, LogOut, Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { chooseTheme } from '../../components/theme.ts';
import { useShortcuts } from '../../keyboard.ts';
import { useSignOut } from '../use-sign-out.ts';

/** One thing to choose in the palette. */
export type Command = {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Beside the label: whose it is, or in which state. */
  hint?: string;
  keys?: string;
  run: () => void;
};

export type CommandGroup = { value: string; items: Command[] };

/** Commands without a shortcut. */
function useOwnCommands(): CommandGroup {
  const signOut = useSignOut();
  return {
    value: 'App',
    items: [
      { id: 'light', label: 'Use the light theme', icon: Sun, run: () => chooseTheme('light') },
      { id: 'dark', label: 'Use the dark theme', icon: Moon, run: () => chooseTheme('dark') },
      {
        id: 'system',
        label: 'Use the system’s theme',
        icon: Monitor,
        run: () => chooseTheme('system'),
      },
      { id: 'sign-out', label: 'Sign out', icon: LogOut, run: () => signOut.mutate() },
    ],
  };
}

/** The actions of all shortcuts that would do something now, by their groups. */
function useShortcutCommands(): CommandGroup[] {
  const enabled = useShortcuts().filter(({ isEnabled }) => isEnabled);
  const groups = [...new Set(enabled.map(({ group }) => group))];
  return groups.map((group) => ({
    value: group,
    items: enabled
      .filter((shortcut) => shortcut.group === group)
      .map(({ keys, label, run }) => ({ id: keys, label, icon: CommandIcon, keys, run })),
  }));
}

/** Whether all words of a text are in another, in any order and case. */
function matches(label: string, text: string): boolean {
  const within = label.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** What can be done and where one can go, as far as it fits a text. The palette itself is left out. */
export function useCommands(text: string): CommandGroup[] {
  const own = useOwnCommands();
  return [...useShortcutCommands(), own]
    .map(({ value, items }) => ({
      value,
      items: items.filter(({ label, keys }) => keys !== '$mod+k' && matches(label, text)),
    }))
    .filter(({ items }) => items.length > 0);
}
