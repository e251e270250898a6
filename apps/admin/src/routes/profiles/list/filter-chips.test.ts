import { describe, expect, it } from 'vitest';
import type { ProfilesSearch } from '../../../moderation/profiles/search.ts';
import { chipsOf } from './filter-chips.ts';

describe('the chips of the filters', () => {
  it('describe the filters in a fixed order', () => {
    const search: ProfilesSearch = {
      duplicateIdentities: true,
      referredBy: 'bob',
      to: '2026-01-31',
      from: '2026-01-01',
      located: 'no',
      text: 'ann',
      sort: 'oldest',
    };
    expect(chipsOf(search, () => undefined).map(({ label }) => label)).toEqual([
      'Has no location',
      'Created from Jan 1, 2026',
      'Created to Jan 31, 2026',
      'Referred by bob',
      'Shares an identity',
    ]);
  });

  it('remove only their own filter', () => {
    const changes: ProfilesSearch[] = [];
    const search: ProfilesSearch = { text: 'ann', located: 'yes', referredBy: 'bob' };
    const [chip] = chipsOf(search, (next) => changes.push(next));
    chip?.onRemove();
    expect(changes).toEqual([{ text: 'ann', referredBy: 'bob' }]);
  });
});
