import { expect, it, vi } from 'vitest';
import { print, visible } from './output.ts';

it.each([
  ['a colour', 'red \u{1b}[31m', 'red \\u{1b}[31m'],
  ['a bell', 'ding\u{7}', 'ding\\u{7}'],
  ['a carriage return, which would overwrite the line', 'ann\rbob', 'ann\\u{d}bob'],
  ['a C1 control', 'x\u{9b}31m', 'x\\u{9b}31m'],
  ['a change of direction', 'user\u{202e}txt', 'user\\u{202e}txt'],
  ['an isolate', '\u{2066}x\u{2069}', '\\u{2066}x\\u{2069}'],
  ['a line separator', 'a\u{2028}b', 'a\\u{2028}b'],
  ['a line that follows', 'x\nann: hidden', 'x\n  > ann: hidden'],
  ['nothing of the kind', 'Zoë\t日本 🙂', 'Zoë\t日本 🙂'],
])('the command line shows %s as an escape', (_, text, shown) => {
  expect(visible(text)).toBe(shown);
});

it('JSON has them as its own escapes, and parses to the original', () => {
  const result = {
    name: 'red \u{1b}[31m \u{202e}txt\u{9b}',
    tag: '\u{e0001}',
    note: 'a\nb',
  };
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  print(result, [], { json: true });
  const [text] = log.mock.calls[0] ?? [];
  log.mockRestore();
  expect(JSON.parse(String(text))).toEqual(result);
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
});
