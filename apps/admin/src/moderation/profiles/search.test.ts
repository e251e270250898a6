import { describe, expect, it } from 'vitest';
import { startOf } from '../../address.ts';
import { hintOf, isNarrowed, queryOf, readSearch, widened } from './search.ts';

describe('the URL of the list', () => {
  it('keeps valid values', () => {
    const search = {
      text: 'ann',
      state: 'hidden',
      from: '2026-01-01',
      to: '2026-01-31',
      referredBy: 'bob',
      duplicateIdentities: true,
      sort: 'oldest',
    };
    expect(readSearch(search)).toEqual(search);
  });

  it('leaves out invalid values', () => {
    expect(
      readSearch({
        text: ' ',
        state: 'gone',
        from: 'tomorrow',
        referredBy: 'x'.repeat(65),
        duplicateIdentities: 'yes',
        sort: 'newest',
        page: 3,
      }),
    ).toEqual({});
  });

  it('keeps the spaces around a text, but the search ignores them', () => {
    expect(readSearch({ text: ' 007 ' })).toEqual({ text: ' 007 ' });
    expect(queryOf({ text: ' 007 ' })).toEqual({ text: '007' });
  });
});

describe('a search', () => {
  it('asks for whole days, including the last', () => {
    expect(queryOf({ from: '2026-01-01', to: '2026-01-31' })).toEqual({
      createdFrom: startOf('2026-01-01'),
      createdBefore: startOf('2026-02-01'),
    });
  });

  it('is narrowed by everything except its order, which stays when it is widened', () => {
    expect(isNarrowed({ sort: 'oldest' })).toBe(false);
    expect(isNarrowed({ state: 'hidden' })).toBe(true);
    expect(widened({ sort: 'oldest', text: 'ann' })).toEqual({ sort: 'oldest' });
  });
});

describe('a hint', () => {
  it.each(['a', 'an', 'a.', '_1', 'a b', 'an -crypto'])(
    'is shown for a text as short as %j',
    (text) => {
      expect(hintOf(text)).toMatch(/usernames that begin/);
    },
  );

  it.each(['ann', 'a crypto', '日本', '-an', 'owner:@a.b', '"an"'])(
    'is not shown for %j',
    (text) => {
      expect(hintOf(text)).toBeUndefined();
    },
  );
});
