/** One press: a key, and what is held down with it. */
type Press = { key: string; mod: boolean; shift: boolean };

/** Presses one after the other, such as `g` then `p`. */
export type Sequence = readonly Press[];

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const held = ['mod', 'shift'] as const;

function pressOf(text: string): Press {
  const parts = text.split('+');
  const key = parts.at(-1) ?? '';
  const [mod, shift] = held.map((name) => parts.slice(0, -1).includes(name));
  // A plus alone splits into nothing.
  return { key: key === '' ? '+' : key, mod: mod ?? false, shift: shift ?? false };
}

/** Reads keys as they are written in code: `h`, `?`, `mod+k`, `shift+x`, `escape`, `g p`. */
export const sequenceOf = (keys: string): Sequence => keys.split(' ').map(pressOf);

const isLetter = (key: string) => /^[a-z]$/.test(key);

/** The Latin letter of a key whatever alphabet is typed with it, so that the shortcuts stay where they are. */
function keyOf({ key, code }: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter !== undefined && /^\P{ASCII}$/u.test(key)
    ? letter.toLowerCase()
    : key.toLowerCase();
}

/** Whether an event is a press. Shift counts where it makes no other character: `?` is `?` on any keyboard. */
export function isPressed(event: KeyboardEvent, { key, mod, shift }: Press): boolean {
  const countsShift = isLetter(key) || key.length > 1;
  return (
    keyOf(event) === key &&
    (isApple ? event.metaKey : event.ctrlKey) === mod &&
    !(isApple ? event.ctrlKey : event.metaKey) &&
    !event.altKey &&
    (!countsShift || event.shiftKey === shift)
  );
}

const names: Readonly<Record<string, string>> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: isApple ? '⇧' : 'Shift',
  escape: 'Esc',
  enter: 'Enter',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
};

const nameOf = (key: string) => names[key] ?? (isLetter(key) ? key.toUpperCase() : key);

/** What is printed on the keys, press by press: `[['Ctrl', 'K']]`, `[['G'], ['P']]`. */
export const namesOf = (keys: string): string[][] =>
  sequenceOf(keys).map(({ key, mod, shift }) => [
    ...(mod ? [nameOf('mod')] : []),
    ...(shift ? [nameOf('shift')] : []),
    nameOf(key),
  ]);
