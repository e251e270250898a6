import {
  ArrowRight,
  Command as CommandIcon,
  Eye,
  EyeOff,
  Keyboard,
  ListChecks,
  LogOut,
  Monitor,
  Moon,
  MoveDown,
  MoveUp,
  Search,
  ShieldCheck,
  Sun,
  Undo2,
  UserX,
  X,
  type LucideIcon,
} from 'lucide-react';
import { chooseTheme } from '../../components/theme.ts';
import { useShortcutGroups } from '../../keyboard.ts';
import { useSignOut } from '../use-sign-out.ts';

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

/** Commands without a shortcut. */
function useOwnCommands(): CommandGroup {
  const signOut = useSignOut();
  return {
    value: 'App',
    items: [
      {
        id: 'light',
        label: 'Use the light theme',
        icon: Sun,
        run: () => chooseTheme('light'),
      },
      {
        id: 'dark',
        label: 'Use the dark theme',
        icon: Moon,
        run: () => chooseTheme('dark'),
      },
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

/**
 * The same key means the same kind of command on every page. A sequence of two
 * opens a page.
 */
const icons: Readonly<Record<string, LucideIcon>> = {
  '[Shift]+/': Search,
  '[Shift]+?': Keyboard,
  Escape: X,
  a: ListChecks,
  c: ShieldCheck,
  h: EyeOff,
  j: MoveDown,
  k: MoveUp,
  r: Eye,
  s: UserX,
  u: Undo2,
  x: ListChecks,
  'Shift+x': ListChecks,
};

const iconOf = (keys: string): LucideIcon =>
  icons[keys] ?? (keys.includes(' ') ? ArrowRight : CommandIcon);

/** The commands of all active shortcuts, by group. */
const useShortcutCommands = (): CommandGroup[] =>
  useShortcutGroups().map(({ group, shortcuts }) => ({
    value: group,
    items: shortcuts
      .filter(({ isEnabled }) => isEnabled)
      .map(({ keys, label, run }) => ({
        id: keys,
        label,
        icon: iconOf(keys),
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
  const own = useOwnCommands();
  return [...useShortcutCommands(), own]
    .map(({ value, items }) => ({
      value,
      items: items.filter(({ label, keys }) => keys !== '$mod+k' && matches(label, text)),
    }))
    .filter(({ items }) => items.length > 0);
}
