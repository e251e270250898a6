import { Fragment } from 'react';
import { parseKeybinding } from 'tinykeys';
import { isLetter, useLetters } from '../keyboard.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const names: Readonly<Record<string, string>> = {
  Meta: '⌘',
  Control: 'Ctrl',
  Shift: isApple ? '⇧' : 'Shift',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

const nameOf = (key: string) =>
  names[key] ?? (/^[a-z]$/.test(key) ? key.toUpperCase() : key);

/** The names of the keys, press by press: `[['Ctrl', 'K']]`, `[['G'], ['P']]`. */
export const keyNames = (keys: string): string[][] =>
  parseKeybinding(keys).map(([modifiers, , key]) =>
    [...modifiers, String(key)].map(nameOf),
  );

/**
 * Shows a shortcut such as `$mod+k` or `g p`. Shows nothing if letter shortcuts
 * are off.
 */
export function Kbd({ keys }: { keys: string }) {
  const letters = useLetters();
  if (isLetter(keys) && !letters) {
    return null;
  }
  return (
    <span
      translate="no"
      className="inline-flex shrink-0 items-center gap-1 text-xs text-muted pointer-coarse:hidden"
    >
      {keyNames(keys).map((press, index) => (
        <Fragment key={press.join('+')}>
          {index > 0 && <span>then</span>}
          {press.map((name) => (
            <kbd key={name} className="min-w-2 text-center font-sans text-xs text-muted">
              {name}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
