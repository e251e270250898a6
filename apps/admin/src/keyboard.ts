import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
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

/** Whether a held key only moves, or writes text. */
function mayBeHeld(event: KeyboardEvent): boolean {
  const { key, code, ctrlKey, metaKey, target } = event;
  if (/^(Arrow\w+|Page\w+|Home|End|Tab|j|k)$/.test(key)) return true;
  if (isOtherAlphabet(event) && /^Key[JK]$/.test(code)) return true;
  if (key !== 'Enter') return isTyping(event);
  return target instanceof HTMLTextAreaElement && !ctrlKey && !metaKey;
}

/** Whether a layer is open that does not have the focus yet. */
const isBehindLayer = ({ key, target }: KeyboardEvent): boolean =>
  isLayerOpen() &&
  !/^(Escape|Tab|F6)$/.test(key) &&
  !(target instanceof Element && target.closest(`${layers},${sideLayers}`));

/**
 * Keeps three kinds of keys from every handler: those of a composition, because
 * only some libraries check for it; held keys, which decide nothing; and keys for
 * a layer that has just opened, which must not reach the page behind it. An input
 * method still gets its keys.
 */
export function guardKeys(): void {
  const guard = (event: KeyboardEvent) => {
    if (pressed(event) === undefined) {
      event.stopImmediatePropagation();
    } else if ((event.repeat && !mayBeHeld(event)) || isBehindLayer(event)) {
      event.stopImmediatePropagation();
      // The browser's own keys still work.
      const { ctrlKey, metaKey, altKey, key } = event;
      const isCommand = ctrlKey || metaKey || altKey || key.length > 1;
      if (key === 'Enter' || !isCommand) event.preventDefault();
    }
  };
  window.addEventListener('keydown', guard, { capture: true });
}

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'
> & { getModifierState: (modifier: 'AltGraph') => boolean };

/**
 * The digit that a key types. Where the row of digits types something else, such
 * as `&` on a French keyboard, its place counts, but only without a modifier.
 */
export function digitOf(typed: KeyPress): number | undefined {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = typed;
  // On Windows AltGr is Ctrl and Alt too.
  const isAltGr = typed.getModifierState('AltGraph');
  const isCommand = (ctrlKey || altKey || metaKey) && !isAltGr;
  if (/^\d$/.test(key)) return isCommand ? undefined : Number(key);
  if (isCommand || isAltGr || shiftKey) return undefined;
  const place = /^Digit(\d)$/.exec(code)?.[1];
  return place === undefined ? undefined : Number(place);
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
  /** Asked at each press. If it returns false, the page gets the key. */
  isMeant: () => boolean;
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
  Partial<Pick<Shortcut, 'group' | 'always' | 'isMeant'>> & { when?: boolean };

/**
 * A shortcut that works while the component is mounted. Without `always` it is
 * off during typing (except Escape) and while a dialog or a menu is open.
 */
export function useShortcut(options: ShortcutOptions): void {
  const { keys, label, group = 'This page', when = true, always = false } = options;
  const run = useEffectEvent(() => options.run());
  const isMeant = useEffectEvent(() => options.isMeant?.() ?? true);
  // Before the page is painted: a lost Ctrl+K would leave the next keys to the page.
  useLayoutEffect(() => {
    const shortcut: Shortcut = {
      keys,
      label,
      group,
      isEnabled: when,
      always,
      isMeant: () => isMeant(),
      run: () => run(),
    };
    shortcuts.set([...shortcuts.get(), shortcut]);
    return () => shortcuts.set(shortcuts.get().filter((other) => other !== shortcut));
  }, [keys, label, group, when, always]);
}

/** Open elements that leave other keys to the page: toasts and the reasons. */
const sideLayers = '[aria-modal="false"],[data-beside-page]';

/** Layers also fade out for a moment, with everything in them. */
const notOpen = `${sideLayers}, [hidden], [data-closed], [data-closed] *`;

/** Open elements that handle all keys themselves. */
const layers = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not(${notOpen})`)
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
 * `g p`, `Space`.
 */
export const isLetter = (keys: string): boolean =>
  /^(\[?Shift\]?\+)?(\S|Space)( |$)/.test(keys);

/** What is open beside the page closes before a shortcut of the page acts. */
const besidePage = new Set<() => void>();

/** Calls a function before each shortcut while the component is mounted. */
export function useBeforeShortcuts(leave: () => void): void {
  const run = useEffectEvent(leave);
  useEffect(() => {
    const before = () => run();
    besidePage.add(before);
    return () => void besidePage.delete(before);
  }, []);
}

function press(keys: string, event: KeyboardEvent): void {
  if (isLetter(keys) && !letters.get()) {
    return;
  }
  const isFree = !isLayerOpen() && !isTyping(event);
  const shortcut = shortcuts
    .get()
    .findLast((one) => one.keys === keys && one.isEnabled && (one.always || isFree));
  if (shortcut?.isMeant()) {
    event.preventDefault();
    for (const leave of besidePage) leave();
    shortcut.run();
  }
}

/** The same keys by their position: `KeyG KeyP` for `g p`. */
const byPosition = (keys: string) =>
  keys.replaceAll(/\b[a-z]\b/g, (letter) => `Key${letter.toUpperCase()}`);

const isOtherAlphabet = (event: KeyboardEvent) =>
  /^\P{ASCII}$/u.test(pressed(event) ?? '');

/** The shortcuts `1` to `9`. A key that means something else has done it already. */
function pressDigit(event: KeyboardEvent): void {
  const digit = options.ignore(event) ? undefined : digitOf(event);
  if (digit !== undefined) press(String(digit), event);
}

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
 * The distinct keys of all sequences, or of all single shortcuts but digits, as
 * one text that only changes with them.
 */
const useKeys = (areSequences: boolean): string =>
  useStore(shortcuts, (list) =>
    [...new Set(list.map(({ keys }) => keys))]
      .filter((keys) => isSequence(keys) === areSequences && !/^\d$/.test(keys))
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
  useLayoutEffect(
    () =>
      tinykeys(document.body, bindingsOf(sequences.split('\n'), startOver), {
        ...options,
        capture: true,
      }),
    [sequences, round],
  );
  useLayoutEffect(
    () => tinykeys(document.body, bindingsOf(keys.split('\n')), options),
    [keys],
  );
  useLayoutEffect(() => {
    window.addEventListener('keydown', pressDigit);
    return () => window.removeEventListener('keydown', pressDigit);
  }, []);
  return null;
}
