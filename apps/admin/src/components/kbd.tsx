import { Fragment } from 'react';
import { isApple, isLetter, useLetters } from '../keyboard.ts';

const names: Readonly<Record<string, string>> = {
  $mod: isApple ? '⌘' : 'Ctrl',
  Shift: isApple ? '⇧' : 'Shift',
  Escape: 'Esc',
};

const nameOf = (key: string) =>
  names[key] ?? (/^[a-z]$/.test(key) ? key.toUpperCase() : key);

/** The names of the keys, press by press: `[['Ctrl', 'K']]`, `[['G'], ['P']]`. */
export const keyNames = (keys: string): string[][] =>
  keys.split(' ').map((press) => press.split('+').map(nameOf));

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
