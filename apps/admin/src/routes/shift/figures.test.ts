import { expect, it } from 'vitest';
import { hours, lines } from './figures.ts';

it('a shift has a figure for each person, and for suspensions only if there were any', () => {
  const figures = { opened: 5, closed: 4, dismissed: 2, left: 1, undone: 0 };
  const closers = [{ id: '', email: 'ann@example.com', closed: 4 }];
  expect(lines({ ...figures, closers })).toEqual([
    ['Opened', '5'],
    ['Closed', '4'],
    ['· ann@example.com', '4'],
    ['Closed with suspensions', '2'],
    ['Still open', '1'],
    ['Undone', '0'],
  ]);
  expect(lines({ ...figures, dismissed: 0, closers: [] })).toHaveLength(4);
});

it.each([
  [null, 'None'],
  [0.2, '12 minutes'],
  [1.02, '1 hour'],
  [3.46, '3.5 hours'],
])('a median of %s hours is "%s"', (median, said) => {
  expect(hours(median)).toBe(said);
});
