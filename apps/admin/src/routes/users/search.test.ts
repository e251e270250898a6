import { expect, it } from 'vitest';
import { readUsersSearch } from './search.ts';

it('reads the address, and leaves out what it can’t mean', () => {
  const search = {
    text: 'ann',
    role: 'admin',
    state: 'suspended',
    duplicateIdentities: true,
    sort: 'oldest',
  };
  expect(readUsersSearch(search)).toEqual(search);
  expect(
    readUsersSearch({
      text: '',
      role: 'king',
      state: 'gone',
      duplicateIdentities: 1,
      sort: 'newest',
    }),
  ).toEqual({});
});
