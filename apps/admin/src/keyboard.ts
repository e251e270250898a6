import { useEffect, useEffectEvent, useReducer } from 'react';
import { tinykeys } from 'tinykeys';
import { createStore, useStore } from './store.ts';

type Shortcut = {
  /**
   * As tinykeys writes them: `h`, `$mod+k` (⌘ or Ctrl), `Shift+x`, `Escape`, or one after the other, `g p`. A character that
   * some keyboards have above another is `[Shift]+?`.
   */
  keys: string;
  /** What it does, as a command: "Hide". It is in the help and the command palette under this name. */
  label: string;
  /** The heading it stands under in the help. */
  group: string;
  /** Whether it would do something now. Where it would not, the key is left alone. */
  isEnabled: boolean;
  /** Whether it works while typing in a field and while a dialog is open, too. */
  always: boolean;
  run: () => void;
};

/** In the order of their coming. Of two with the same keys the later one works. */
const shortcuts = createStore<readonly Shortcut[]>([]);

export const useShortcuts = () => useStore(shortcuts, (all) => all);

type ShortcutOptions = Pick<Shortcut, 'keys' | 'label' | 'run'> &
  Partial<Pick<Shortcut, 'group' | 'always'>> & { when?: boolean };

/**
 * A key for something to do, while the component is there. It is ignored while typing (Escape is no text) and while a
 * dialog or a menu is open, unless `always`.
 */
export function useShortcut(options: ShortcutOptions): void {
  const { keys, label, group = 'This page', when = true, always = false } = options;
  const run = useEffectEvent(() => options.run());
  useEffect(() => {
    const shortcut = { keys, label, group, isEnabled: when, always, run: () => run() };
    shortcuts.set([...shortcuts.get(), shortcut]);
    return () => shortcuts.set(shortcuts.get().filter((other) => other !== shortcut));
  }, [keys, label, group, when, always]);
}

/** What takes the keys for itself while it is open. A toast is a dialog too, but stands beside the page. */
const layers = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([aria-modal="false"], [data-closed], [hidden])`)
  .join(',');

/** Whether a dialog, a menu or a list of choices is open above the page. */
export const isLayerOpen = (): boolean => document.querySelector(layers) !== null;

const textFields =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';

const isTyping = ({ key, target }: KeyboardEvent): boolean =>
  key !== 'Escape' && target instanceof Element && target.closest(textFields) !== null;

function press(keys: string, event: KeyboardEvent): void {
  const isFree = !isLayerOpen() && !isTyping(event);
  const shortcut = shortcuts
    .get()
    .findLast((one) => one.keys === keys && one.isEnabled && (one.always || isFree));
  if (shortcut) {
    event.preventDefault();
    shortcut.run();
  }
}

/** The same keys by their places on the keyboard: `KeyG KeyP` for `g p`. */
const byPlace = (keys: string) =>
  keys.replaceAll(/\b[a-z]\b/g, (letter) => `Key${letter.toUpperCase()}`);

const isOtherAlphabet = ({ key }: KeyboardEvent) => /^\P{ASCII}$/u.test(key);

const isSequence = (keys: string) => keys.includes(' ');

/**
 * What tinykeys is to listen for. It calls the first that fits, so sequences come before single keys (after `g`, `h` is not
 * Hide), and keys by their places last, for another alphabet alone.
 */
function bindingsOf(distinctKeys: readonly string[], onSequence: () => void) {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {};
  const ordered = distinctKeys.toSorted(
    (one, other) => Number(isSequence(other)) - Number(isSequence(one)),
  );
  const complete = (keys: string, event: KeyboardEvent) => {
    press(keys, event);
    if (isSequence(keys)) {
      onSequence();
    }
  };
  for (const keys of ordered) {
    bindings[keys] = (event) => complete(keys, event);
  }
  for (const keys of ordered) {
    bindings[byPlace(keys)] ??= (event) => isOtherAlphabet(event) && complete(keys, event);
  }
  return bindings;
}

const options = {
  /** Milliseconds in which the next key of a sequence must come. */
  timeout: 1_500,
  ignore: ({ defaultPrevented, isComposing }: KeyboardEvent) => defaultPrevented || isComposing,
};

/** Listens to the keyboard for all shortcuts; once, around everything. */
export function Keyboard() {
  const all = useStore(shortcuts, (list) => [...new Set(list.map(({ keys }) => keys))].join('\n'));
  // Where one sequence is completed, tinykeys goes on with others that began with the same key.
  const [round, startOver] = useReducer((count: number) => count + 1, 0);
  useEffect(
    () => tinykeys(document.body, bindingsOf(all.split('\n'), startOver), options),
    [all, round],
  );
  return null;
}
