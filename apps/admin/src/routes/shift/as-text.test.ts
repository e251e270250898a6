import { expect, it } from 'vitest';
import { asText } from './as-text.ts';

const week = { decisions: 12, medianHours: 3.46, overturned: 1 };

it('a shift becomes readable lines of text', () => {
  const text = asText(
    {
      since: '2026-01-31T12:00:00.000Z',
      opened: 5,
      closed: 4,
      dismissed: 2,
      left: 1,
      undone: 0,
      closers: [{ id: '', email: 'ann@example.com', closed: 4 }],
      thisWeek: week,
      lastWeek: { ...week, medianHours: null },
      handOvers: [],
    },
    ' Two appeals wait. ',
  );
  expect(text.split('\n').slice(1)).toEqual([
    'Opened: 5',
    'Closed: 4',
    '· ann@example.com: 4',
    'Closed with suspensions: 2',
    'Still open: 1',
    'Undone: 0',
    'This week: 12 decisions, median 3.5 hours, 1 overturned',
    'The week before: 12 decisions, 1 overturned',
    '',
    'Two appeals wait.',
  ]);
});
