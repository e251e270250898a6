import { expect, it } from 'vitest';
import { startOf } from '../../address.ts';
import { queryOf, readHistorySearch } from './search.ts';

it('reads the URL, and leaves out invalid values', () => {
  expect(
    readHistorySearch({
      type: 'user.suspended',
      reason: 'spam',
      who: ' bob ',
      from: '2026-01-01',
    }),
  ).toEqual({ type: 'user.suspended', reason: 'spam', who: ' bob ', from: '2026-01-01' });
  const action = '0199a1b2-0000-7000-8000-0123456789ab';
  expect(readHistorySearch({ action })).toEqual({ action });
  expect(
    readHistorySearch({
      action: '1 or 2',
      type: 'user.praised',
      reason: 'fun',
      who: '',
      to: 'x',
    }),
  ).toEqual({});
});

it('asks for whole days', () => {
  expect(
    queryOf({ from: '2026-01-01', to: '2026-01-31', who: ' bob ', profile: 'ann ' }),
  ).toEqual({
    from: startOf('2026-01-01'),
    before: startOf('2026-02-01'),
    actor: 'bob',
    username: 'ann',
  });
});
