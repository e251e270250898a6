import { expect, it } from 'vitest';
import { contrast, defaultProduct, initialOf, textOn } from './product.ts';

/** All greys, the hardest case, and a grid of all colours. */
function colors(): string[] {
  const hex = (value: number) => value.toString(16).padStart(2, '0');
  const greys = Array.from({ length: 256 }, (_, value) => `#${hex(value).repeat(3)}`);
  const steps = Array.from({ length: 18 }, (_, step) => hex(step * 15));
  const grid = steps.flatMap((r) =>
    steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)),
  );
  return [...greys, ...grid];
}

it('text on any colour is black or white, with the higher contrast, 4.5 or more', () => {
  const unreadable = colors().filter((color) => {
    const text = textOn(color);
    const other = text === '#ffffff' ? '#000000' : '#ffffff';
    const reached = contrast(color, text);
    return reached < 4.5 || reached < contrast(color, other);
  });
  expect(unreadable).toEqual([]);
});

it('contrast is calculated as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(textOn(defaultProduct.color)).toBe('#ffffff');
});

it('the initial is a whole character', () => {
  expect(initialOf({ name: '𝒜lpha' })).toBe('𝒜');
});
