import { describe, expect, it } from 'vitest';
import { keyNames } from './kbd.tsx';

describe('the names of keys', () => {
  it.each([
    ['h', [['H']]],
    ['g p', [['G'], ['P']]],
    ['Shift+x', [['Shift', 'X']]],
    ['Escape', [['Esc']]],
    ['?', [['?']]],
  ])('are the printed ones for %s', (keys, expected) => {
    expect(keyNames(keys)).toEqual(expected);
  });

  it('show the platform’s own modifier as ⌘ or Ctrl', () => {
    expect(keyNames('$mod+k')).toEqual([[expect.stringMatching(/^(⌘|Ctrl)$/), 'K']]);
  });
});
