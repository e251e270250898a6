import { expect, it } from 'vitest';
import { deceptionsIn } from './deception.ts';

it.each([
  ['a Cyrillic letter in a Latin word', 'p\u0430ypal', ['Mixed scripts']],
  ['a Greek one', 'g\u03bf\u03bfgle.com', ['Mixed scripts']],
  ['an override of the direction', 'safe \u202eexe.gpj', ['Reversed text']],
  ['a mark of the direction', 'ann\u200f', ['Reversed text']],
  ['a space without width', 'pay\u200bpal', ['Invisible characters']],
  ['a joiner between Latin letters', 'pay\u200dpal', ['Invisible characters']],
  ['hidden tags', 'hi\u{e0061}', ['Invisible characters']],
  [
    'all of them',
    'p\u0430y\u200b \u2066pal',
    ['Mixed scripts', 'Reversed text', 'Invisible characters'],
  ],
])('marks %s', (_, text, expected) => {
  expect(deceptionsIn(['innocent', text])).toEqual(expected);
});

it.each([
  ['several languages side by side', 'Привет, hello, γειά σου'],
  ['Japanese with Latin letters', 'Appleのストア'],
  ['Arabic and Hebrew', 'مرحبا بالعالم שלום'],
  ['the joiners of Persian and Hindi', 'می\u200cخواهم क्\u200dष'],
  ['emoji of several parts', '👩🏽\u200d💻 🏳️\u200d🌈 1️⃣'],
  ['the flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['accents, composed and not', 'Café cafe\u0301'],
])('marks nothing in %s', (_, text) => {
  expect(deceptionsIn([text])).toEqual([]);
});
