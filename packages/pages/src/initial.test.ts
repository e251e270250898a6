import { textOn } from '@namecard/look';
import { describe, expect, it } from 'vitest';
import { colorOf, initialMark } from './initial.ts';

const usernames = Array.from({ length: 2_000 }, (_, index) => `ann-${index}`);

const colors = new Set(usernames.map(colorOf));

describe('the colour of a username', () => {
  it.each(['ann', 'Ann_1', 'x.Y-z', 'Z'.repeat(64), '-'])(
    'is the same for any case of %s, whenever it is asked for',
    (username) => {
      const color = colorOf(username);
      expect(colorOf(username.toLowerCase())).toBe(color);
      expect(colorOf(username.toUpperCase())).toBe(color);
    },
  );

  it('is one of a dozen, each of which is met about as often', () => {
    const groups = Object.values(Object.groupBy(usernames, colorOf));
    expect(groups).toHaveLength(12);
    for (const group of groups) {
      expect(group?.length).toBeGreaterThan(usernames.length / 12 / 2);
      expect(group?.length).toBeLessThan((usernames.length / 12) * 2);
    }
  });

  it('is another for names that differ by a letter, or by their order', () => {
    expect(colorOf('ab')).not.toBe(colorOf('ba'));
    expect(colorOf('ann')).not.toBe(colorOf('anm'));
  });

  it.each([...colors])('%s lets white be read on it', (color) => {
    expect(textOn(color)).toBe('#ffffff');
  });
});

describe('the mark of a username', () => {
  it.each([
    ['ann', 'A'],
    ['Zoe', 'Z'],
    ['_x', 'X'],
    ['__', '_'],
    ['1st', '1'],
  ])('of %s shows %s in white on its colour, to the eye alone', (username, letter) => {
    const mark = initialMark({ username, about: null }).toString();
    expect(mark).toContain(`fill="${colorOf(username)}"`);
    expect(mark).toContain(`fill="#ffffff">${letter}</text>`);
    expect(mark).toContain('aria-hidden="true"');
  });

  it('shows the first letter of the name that the card has', () => {
    const mark = initialMark({ username: 'ann', about: '“Łukasz”, tailor\nText' });
    expect(mark.toString()).toContain('>Ł</text>');
  });
});
