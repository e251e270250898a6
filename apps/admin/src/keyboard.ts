import {
  useEffect,
  useEffectEvent,
  useReducer,
  type KeyboardEvent as ReactKeyboardEvent,
} from 'react';
import { tinykeys } from 'tinykeys';
import { browserStorage } from './storage.ts';
import { createStore, useStore } from './store.ts';

/**
 * Safari's code of the key that ends a composition. Its event has `isComposing:
 * false`.
 */
const takenByInputMethod = 229;

/**
 * The key of an event. Undefined during composition: the input method uses Enter,
 * Escape and the arrows itself.
 */
export function pressed(event: KeyboardEvent | ReactKeyboardEvent): string | undefined {
  const { key, keyCode, isComposing } =
    'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === takenByInputMethod ? undefined : key;
}

/**
 * Stops keys of a composition from reaching any handler, because only some
 * libraries check for it. The input method still gets them.
 */
export function leaveCompositionsAlone(): void {
  const stop = (event: KeyboardEvent) => {
    if (pressed(event) === undefined) event.stopPropagation();
  };
  window.addEventListener('keydown', stop, { capture: true });
}

type Shortcut = {
  /**
   * In the notation of tinykeys: `h`, `$mod+k` (⌘ or Ctrl), `Shift+x`, `Escape`,
   * or a sequence such as `g p`. A character that needs Shift on some keyboards
   * is `[Shift]+?`.
   */
  keys: string;
  /** A command for the help and the palette: "Hide". */
  label: string;
  /** Its heading in the help and the palette. */
  group: string;
  /** While it is disabled, the page gets the key. */
  isEnabled: boolean;
  /** Whether it also works during typing and while a dialog is open. */
  always: boolean;
  run: () => void;
};

/** In order of registration. For the same keys the later shortcut wins. */
const shortcuts = createStore<readonly Shortcut[]>([]);

export function useShortcutGroups(): { group: string; shortcuts: readonly Shortcut[] }[] {
  const byGroup = Map.groupBy(
    useStore(shortcuts, (all) => all),
    ({ group }) => group,
  );
  return [...byGroup].map(([group, list]) => ({ group, shortcuts: list }));
}

type ShortcutOptions = Pick<Shortcut, 'keys' | 'label' | 'run'> &
  Partial<Pick<Shortcut, 'group' | 'always'>> & { when?: boolean };

/**
 * A shortcut that works while the component is mounted. Without `always` it is
 * off during typing (except Escape) and while a dialog or a menu is open.
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

/**
 * Open elements that handle keys themselves. A toast has the role dialog but is
 * not modal.
 */
const layers = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([aria-modal="false"], [data-closed], [hidden])`)
  .join(',');

export const isLayerOpen = (): boolean => document.querySelector(layers) !== null;

/** Whether the focus is free: nothing has it, or the page's heading does. */
export const isFocusFree = (): boolean =>
  !isLayerOpen() && (document.activeElement?.matches('body, #content, h1') ?? true);

const textFields =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';

const isTyping = (event: KeyboardEvent): boolean =>
  pressed(event) !== 'Escape' &&
  event.target instanceof Element &&
  event.target.closest(textFields) !== null;

const storageKey = 'namecard.letters';

/**
 * Whether single-letter shortcuts are on. People who dictate must turn them off,
 * because dictated words are typed (WCAG 2.1.4). Stored in this browser.
 */
const letters = createStore(browserStorage.getItem(storageKey) !== 'off');

export const useLetters = (): boolean => useStore(letters, (isOn) => isOn);

export function switchLetters(isOn: boolean): void {
  browserStorage.setItem(storageKey, isOn ? 'on' : 'off');
  letters.set(isOn);
}

/**
 * Whether a shortcut begins with a character without Ctrl or Alt: `h`, `Shift+x`,
 * `g p`.
 */
export const isLetter = (keys: string): boolean => /^(\[?Shift\]?\+)?\S( |$)/.test(keys);

function press(keys: string, event: KeyboardEvent): void {
  if (isLetter(keys) && !letters.get()) {
    return;
  }
  const isFree = !isLayerOpen() && !isTyping(event);
  const shortcut = shortcuts
    .get()
    .findLast((one) => one.keys === keys && one.isEnabled && (one.always || isFree));
  if (shortcut) {
    event.preventDefault();
    shortcut.run();
  }
}

/** The same keys by their position: `KeyG KeyP` for `g p`. */
const byPosition = (keys: string) =>
  keys.replaceAll(/\b[a-z]\b/g, (letter) => `Key${letter.toUpperCase()}`);

const isOtherAlphabet = (event: KeyboardEvent) =>
  /^\P{ASCII}$/u.test(pressed(event) ?? '');

const isSequence = (keys: string) => keys.includes(' ');

/**
 * tinykeys uses the first match. So keys by position, for other alphabets, come
 * last.
 */
function bindingsOf(keysList: readonly string[], onPress: () => void = () => undefined) {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {};
  const complete = (keys: string, event: KeyboardEvent) => {
    press(keys, event);
    onPress();
  };
  for (const keys of keysList) {
    bindings[keys] = (event) => complete(keys, event);
  }
  for (const keys of keysList) {
    bindings[byPosition(keys)] ??= (event) =>
      isOtherAlphabet(event) && complete(keys, event);
  }
  return bindings;
}

const options = {
  /** Milliseconds until the next key of a sequence must come. */
  timeout: 1_500,
  ignore: (event: KeyboardEvent) =>
    event.defaultPrevented || pressed(event) === undefined,
};

/**
 * The distinct keys of all sequences, or of all single shortcuts, as one text
 * that only changes with them.
 */
const useKeys = (areSequences: boolean): string =>
  useStore(shortcuts, (list) =>
    [...new Set(list.map(({ keys }) => keys))]
      .filter((keys) => isSequence(keys) === areSequences)
      .toSorted()
      .join('\n'),
  );

/** Listens for all shortcuts. Render it once. */
export function Keyboard() {
  const sequences = useKeys(true);
  const keys = useKeys(false);
  // After a completed sequence tinykeys would continue others with the same first
  // key.
  const [round, startOver] = useReducer((count: number) => count + 1, 0);
  // Separate from single keys: a page that registers keys during a sequence would
  // restart it. It listens first, in the capture phase, so that `h` after `g` is
  // not Hide.
  useEffect(
    () =>
      tinykeys(document.body, bindingsOf(sequences.split('\n'), startOver), {
        ...options,
        capture: true,
      }),
    [sequences, round],
  );
  useEffect(() => tinykeys(document.body, bindingsOf(keys.split('\n')), options), [keys]);
  return null;
}
