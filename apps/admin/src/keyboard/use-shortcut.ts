import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { dispatch } from './dispatch.ts';
import { currentShortcuts, onShortcutsChange, register } from './registry.ts';

type ShortcutOptions = {
  /** As in `h`, `?`, `mod+k` (⌘ or Ctrl), `shift+x`, `escape`, or one after the other: `g p`. */
  keys: string;
  /** What it does, as a command: "Hide". It is in the help and the command palette under this name. */
  label: string;
  /** The heading it stands under in the help. */
  group?: string;
  /** Whether it would do something now. Where it would not, the key is left alone. */
  when?: boolean;
  /** Whether it works while typing in a field and while a dialog is open, too. */
  always?: boolean;
  run: () => void;
};

/**
 * A key for something to do, while the component is there. It is ignored while typing (Escape is no text) and while a
 * dialog or a menu is open, unless `always`.
 */
export function useShortcut(options: ShortcutOptions): void {
  const { keys, label, group = 'This page', when = true, always = false } = options;
  const run = useEffectEvent(() => options.run());
  useEffect(
    () => register({ keys, label, group, isEnabled: when, always, run: () => run() }),
    [keys, label, group, when, always],
  );
}

/** All shortcuts there are at present, in the order of their coming. */
export const useShortcuts = () => useSyncExternalStore(onShortcutsChange, currentShortcuts);

/** Listens to the keyboard for all shortcuts; once, around everything. */
export function useKeyboard(): void {
  useEffect(() => {
    document.addEventListener('keydown', dispatch);
    return () => document.removeEventListener('keydown', dispatch);
  }, []);
}
