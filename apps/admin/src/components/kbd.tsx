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

/** None if letter shortcuts are off and it is one. */
export function useKeyNames(keys: string): string[][] {
  const letters = useLetters();
  return isLetter(keys) && !letters ? [] : keyNames(keys);
}

/** Shows a shortcut such as `$mod+k` or `g p`. */
export function Kbd({ keys }: { keys: string }) {
  const presses = useKeyNames(keys);
  if (presses.length === 0) return null;
  return (
    <span
      translate="no"
      className="inline-flex shrink-0 items-center gap-1 text-xs text-muted pointer-coarse:hidden"
    >
      {presses.map((press, index) => (
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
