import {
  useEffect,
  useEffectEvent,
  useReducer,
  type KeyboardEvent as ReactKeyboardEvent,
} from 'react';
import { tinykeys } from 'tinykeys';
import { browserStorage } from './storage.ts';
import { createStore, useStore } from './store.ts';

/** What Safari says of a key that ends a composition: its event is not a part of the composition any more. */
const takenByInputMethod = 229;

/** The key of an event. Undefined while an input method composes: it takes Enter, Escape and the arrows for itself. */
export function pressed(event: KeyboardEvent | ReactKeyboardEvent): string | undefined {
  const { key, keyCode, isComposing } =
    'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === takenByInputMethod ? undefined : key;
}

/**
 * Keeps the keys of a composition from every handler of the page: of those in libraries, only some ask for it. What the input method
 * does with them goes on.
 */
export function leaveCompositionsAlone(): void {
  const stop = (event: KeyboardEvent) => {
    if (pressed(event) === undefined) event.stopPropagation();
  };
  window.addEventListener('keydown', stop, { capture: true });
}

type Shortcut = {
  /**
   * As tinykeys writes them: `h`, `$mod+k` (⌘ or Ctrl), `Shift+x`, `Escape`, or one after the other, `g p`. A character that
   * some keyboards have above another is `[Shift]+?`.
   */
  keys: string;
  /** A command for the help and the palette: "Hide". */
  label: string;
  /** Its heading in the help and the palette. */
  group: string;
  /** Where it is not enabled, the page gets the key. */
  isEnabled: boolean;
  /** Whether it also works while one types or a dialog is open. */
  always: boolean;
  run: () => void;
};

/** In the order of registration. Of two with the same keys the later one works. */
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
 * A shortcut that works while the component is mounted, but not while one types (except Escape) or while a dialog or a menu
 * is open, unless `always`.
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

/** Elements that take the keys for themselves while open. A toast is a dialog too, but is not modal. */
const layers = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([aria-modal="false"], [data-closed], [hidden])`)
  .join(',');

/** Whether a dialog, a menu or a list of choices is open above the page. */
export const isLayerOpen = (): boolean => document.querySelector(layers) !== null;

/** Whether nothing in particular has the focus: what had it is gone, or it is at the page's heading. */
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
 * Whether shortcuts of single characters work. People who speak to their computer need them off, as each word that they say is
 * typed (WCAG 2.1.4). Kept in this browser.
 */
const letters = createStore(browserStorage.getItem(storageKey) !== 'off');

export const useLetters = (): boolean => useStore(letters, (isOn) => isOn);

export function switchLetters(isOn: boolean): void {
  browserStorage.setItem(storageKey, isOn ? 'on' : 'off');
  letters.set(isOn);
}

/** Whether a shortcut begins with a character, and neither Ctrl nor Alt is held: `h`, `Shift+x`, `g p`. */
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

/** The same keys by their positions on the keyboard: `KeyG KeyP` for `g p`. */
const byPosition = (keys: string) =>
  keys.replaceAll(/\b[a-z]\b/g, (letter) => `Key${letter.toUpperCase()}`);

const isOtherAlphabet = (event: KeyboardEvent) =>
  /^\P{ASCII}$/u.test(pressed(event) ?? '');

const isSequence = (keys: string) => keys.includes(' ');

/** tinykeys calls the first binding that matches: keys by position come last, for keyboards of another alphabet. */
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
  /** Milliseconds in which the next key of a sequence must come. */
  timeout: 1_500,
  ignore: (event: KeyboardEvent) =>
    event.defaultPrevented || pressed(event) === undefined,
};

/** The distinct keys of those shortcuts that are sequences, or of those that are not: a text, which is the same until they change. */
const useKeys = (areSequences: boolean): string =>
  useStore(shortcuts, (list) =>
    [...new Set(list.map(({ keys }) => keys))]
      .filter((keys) => isSequence(keys) === areSequences)
      .toSorted()
      .join('\n'),
  );

/** Listens for all shortcuts; draw it once. */
export function Keyboard() {
  const sequences = useKeys(true);
  const keys = useKeys(false);
  // Where one sequence is completed, tinykeys goes on with others that began with the same key.
  const [round, startOver] = useReducer((count: number) => count + 1, 0);
  // Apart, as a page that registers its keys between the two of a sequence would start it anew; and heard first, in the
  // capturing phase: after `g`, `h` is not Hide.
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
