import { describe, expect, it } from 'vitest';
import { keyNames } from './kbd.tsx';

describe('the names of keys', () => {
  it.each([
    ['h', [['H']]],
    ['g p', [['G'], ['P']]],
    ['Shift+x', [['Shift', 'X']]],
    ['Escape', [['Esc']]],
    ['ArrowUp', [['↑']]],
  ])('are for %s as they are printed', (keys, expected) => {
    expect(keyNames(keys)).toEqual(expected);
  });

  it('leave out Shift where only some keyboards need it', () => {
    expect(keyNames('[Shift]+?')).toEqual([['?']]);
  });

  it('give ⌘ or Ctrl for the platform’s own modifier', () => {
    expect(keyNames('$mod+k')).toEqual([[expect.stringMatching(/^(⌘|Ctrl)$/), 'K']]);
  });
});
