import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  type KeyboardEvent as ReactKeyboardEvent,
} from 'react';
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

const isOtherAlphabet = ({ key }: Pick<KeyboardEvent, 'key'>) => /^\P{ASCII}$/u.test(key);

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

type RegisteredShortcut = {
  /**
   * `h`, `?`, `Shift+x`, `Escape`, `$mod+k` (⌘ or Ctrl), or a sequence such as `g p`.
   */
  keys: string;
  /** A command for the help and the palette: "Hide". */
  label: string;
  /** What it is for, in words that people look for. The palette shows and finds them. */
  about: string | undefined;
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
const shortcuts = createStore<readonly RegisteredShortcut[]>([]);

const last = ['Everywhere', 'Pages'];

/** The keys of the page come first. */
export function useShortcutGroups(): {
  group: string;
  shortcuts: readonly RegisteredShortcut[];
}[] {
  const byGroup = Map.groupBy(useStore(shortcuts), ({ group }) => group);
  return [...byGroup]
    .toSorted(([one], [other]) => last.indexOf(one) - last.indexOf(other))
    .map(([group, list]) => ({ group, shortcuts: list }));
}

type ShortcutOptions = Pick<RegisteredShortcut, 'keys' | 'label' | 'run'> &
  Partial<Pick<RegisteredShortcut, 'about' | 'group' | 'always' | 'isMeant'>> & {
    when?: boolean;
  };

/**
 * A shortcut that works while the component is mounted. Without `always` it is
 * off during typing (except Escape) and while a dialog or a menu is open.
 */
export function useShortcut(options: ShortcutOptions): void {
  const {
    keys,
    label,
    about,
    group = 'This page',
    when = true,
    always = false,
  } = options;
  const run = useEffectEvent(() => options.run());
  const isMeant = useEffectEvent(() => options.isMeant?.() ?? true);
  // Before the page is painted: a lost Ctrl+K would leave the next keys to the page.
  useLayoutEffect(() => {
    const shortcut: RegisteredShortcut = {
      keys,
      label,
      about,
      group,
      isEnabled: when,
      always,
      isMeant: () => isMeant(),
      run: () => run(),
    };
    shortcuts.set([...shortcuts.get(), shortcut]);
    return () => shortcuts.set(shortcuts.get().filter((other) => other !== shortcut));
  }, [keys, label, about, group, when, always]);
}

/** A shortcut of a list of many. */
export function Shortcut(options: ShortcutOptions): null {
  useShortcut(options);
  return null;
}

/** Open elements that leave other keys to the page: toasts and the reasons. */
const sideLayers = '[aria-modal="false"],[data-beside-page]';

/** Layers also fade out for a moment, with everything in them. */
const notOpen = `${sideLayers}, [hidden], [data-closed], [data-closed] *`;

/** Open elements that handle all keys themselves. */
const layers = ['dialog', 'alertdialog', 'menu']
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

export const useLetters = (): boolean => useStore(letters);

export function switchLetters(isOn: boolean): void {
  browserStorage.setItem(storageKey, isOn ? 'on' : 'off');
  letters.set(isOn);
}

/**
 * Whether a shortcut begins with a character without Ctrl or Alt: `h`, `Shift+x`,
 * `g p`, `Space`, `1–6`.
 */
export const isLetter = (keys: string): boolean =>
  /^(Shift\+)?(\S|Space)([ –]|$)/.test(keys);

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

/** Tab leads to a toast at the end of the page, where nobody means a row. */
const isInToast = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[data-toasts]') !== null;

type IsLeaving = () => boolean;

function act(keys: string, event: KeyboardEvent, isLeaving: IsLeaving): boolean {
  if (isLetter(keys) && !letters.get()) return false;
  const isFree = !isLayerOpen() && !isTyping(event) && !isInToast(event) && !isLeaving();
  const shortcut = shortcuts
    .get()
    .findLast((one) => one.keys === keys && one.isEnabled && (one.always || isFree));
  if (!shortcut?.isMeant()) return false;
  event.preventDefault();
  for (const leave of besidePage) leave();
  shortcut.run();
  return true;
}

export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * A key press in the notation of shortcuts. A letter of another alphabet counts by its
 * place. For a sign Shift is part of the sign.
 */
export function keysOf(event: KeyPress): string | undefined {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
  const digit = digitOf(event);
  if (digit !== undefined) return String(digit);
  const place = isOtherAlphabet(event) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const letter = place ?? (key === ' ' ? 'Space' : key);
  const name = letter.length === 1 ? letter.toLowerCase() : letter;
  const isCommand = isApple ? metaKey : ctrlKey;
  if ((ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')) {
    return isCommand && ctrlKey !== metaKey && !altKey && !shiftKey
      ? `$mod+${name}`
      : undefined;
  }
  return shiftKey && /^\w+$/.test(name) ? `Shift+${name}` : name;
}

/** Milliseconds until the next key of a sequence must come. */
const timeout = 1_500;

/** The first key of a sequence such as `g p`. */
let first: { keys: string; at: number } | undefined;

function press(event: KeyboardEvent, isLeaving: IsLeaving): void {
  const keys = pressed(event) === undefined ? undefined : keysOf(event);
  if (event.defaultPrevented || keys === undefined) return;
  const before = first && event.timeStamp - first.at < timeout ? first.keys : undefined;
  first = undefined;
  if (before !== undefined && act(`${before} ${keys}`, event, isLeaving)) return;
  first = { keys, at: event.timeStamp };
  if (act(keys, event, isLeaving)) return;
  // On a page without a search it finds anything. Otherwise it would open Firefox's
  // quick find.
  if (keys === '/' && letters.get() && !isTyping(event)) act('$mod+k', event, isLeaving);
}

/**
 * Listens for all shortcuts. The focused element may have used the key before.
 * @param isLeaving whether another page loads, and nobody means the one that is shown
 */
export const listenForShortcuts = (isLeaving: IsLeaving): void =>
  window.addEventListener('keydown', (event) => press(event, isLeaving));
