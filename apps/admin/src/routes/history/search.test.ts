import { expect, it } from 'vitest';
import { startOf } from '../../address.ts';
import { queryOf } from './search.ts';

it('a search of the history asks for whole days, including the last', () => {
  expect(queryOf({ from: '2026-01-01', to: '2026-01-31' })).toEqual({
    from: startOf('2026-01-01'),
    before: startOf('2026-02-01'),
  });
});
