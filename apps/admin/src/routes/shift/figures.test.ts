import { expect, it } from 'vitest';
import { lines, standsOut } from './figures.ts';

const figures = {
  opened: 5,
  closed: 4,
  closingActs: 1,
  dismissed: 2,
  snoozed: 3,
  left: 1,
  undone: 0,
  undoingActs: 0,
  closers: [{ id: '', email: 'ann@example.com', closed: 4, acts: 1 }],
  changer: null,
};

it.each([
  [{}, 'Nothing stands out.'],
  [
    { closers: [{ id: '', email: 'ann@example.com', closed: 240, acts: 1 }] },
    'ann@example.com closed 240 items in 1 act.',
  ],
  [
    { changer: { id: '', email: 'ann@example.com', cards: 900, acts: 2 } },
    'ann@example.com hid or restored 900 profiles in 2 acts.',
  ],
  [{ undone: 3, undoingActs: 2 }, '3 decisions were undone, in 2 acts.'],
  [{ opened: 90, left: 60 }, 'The desk fills: 90 opened, 4 closed.'],
])('a shift with %o stands out by "%s"', (others, sentence) => {
  expect(standsOut({ ...figures, ...others })).toBe(sentence);
});

it('a shift has a figure for each person, and for suspensions only if there were any', () => {
  expect(lines(figures)).toEqual([
    ['Opened', '5'],
    ['Closed', '4 in 1 act'],
    ['· ann@example.com', '4 in 1 act'],
    ['Closed with suspensions', '2'],
    ['Snoozed', '3'],
    ['Still open', '1'],
    ['Undone', '0'],
  ]);
  expect(lines({ ...figures, dismissed: 0, snoozed: 0, closers: [] })).toHaveLength(4);
});
