import { expect, it } from 'vitest';
import { readUsersSearch } from './search.ts';

it('reads the address, and leaves out what it can’t mean', () => {
  const search = { text: 'ann', role: 'admin', state: 'suspended', doubled: true, sort: 'oldest' };
  expect(readUsersSearch(search)).toEqual(search);
  expect(
    readUsersSearch({ text: '', role: 'king', state: 'gone', doubled: 1, sort: 'newest' }),
  ).toEqual({});
});
