import { sequenceOf, type Sequence } from './keys.ts';

export type Shortcut = {
  /** As in `h`, `?`, `mod+k`, `shift+x`, `escape`, or one after the other: `g p`. */
  keys: string;
  /** What it does, as a command: "Hide". */
  label: string;
  /** Under which heading the help lists it. */
  group: string;
  /** Whether it would do something now; otherwise the key is left alone. */
  isEnabled: boolean;
  /** Whether it works while typing in a field and while a dialog is open. */
  always: boolean;
  run: () => void;
};

export type Registered = Shortcut & { sequence: Sequence };

let registered: readonly Registered[] = [];

const listeners = new Set<() => void>();

function change(next: readonly Registered[]): void {
  registered = next;
  for (const listener of listeners) {
    listener();
  }
}

/** Makes a shortcut work until the returned function is called. Of two with the same keys the later one works. */
export function register(shortcut: Shortcut): () => void {
  const entry = { ...shortcut, sequence: sequenceOf(shortcut.keys) };
  change([...registered, entry]);
  return () => change(registered.filter((other) => other !== entry));
}

/** Calls back after each change, until the returned function is called. */
export function onShortcutsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentShortcuts = () => registered;
