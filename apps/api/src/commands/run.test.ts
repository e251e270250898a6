import { expect, it } from 'vitest';
import { visible } from './run.ts';

it.each([
  ['a colour', 'red \u{1b}[31m', 'red \\u{1b}[31m'],
  ['a bell', 'ding\u{7}', 'ding\\u{7}'],
  ['a carriage return, which would overwrite the line', 'ann\rbob', 'ann\\u{d}bob'],
  ['a C1 control', 'x\u{9b}31m', 'x\\u{9b}31m'],
  ['a change of direction', 'user\u{202e}txt', 'user\\u{202e}txt'],
  ['an isolate', '\u{2066}x\u{2069}', '\\u{2066}x\\u{2069}'],
  ['a line separator', 'a\u{2028}b', 'a\\u{2028}b'],
  ['nothing of the kind', 'Zoë\t日本 🙂\n', 'Zoë\t日本 🙂\n'],
])('the command line shows %s as an escape', (_, text, shown) => {
  expect(visible(text)).toBe(shown);
});
