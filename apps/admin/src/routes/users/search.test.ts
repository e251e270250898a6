import { expect, it } from 'vitest';
import { readUsersSearch } from './search.ts';

it('reads the URL, and leaves out invalid values', () => {
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
