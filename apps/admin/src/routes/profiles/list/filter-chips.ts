import type { Chip } from '../../../components/chips.tsx';
import { given } from '../../../address.ts';
import type { ProfilesSearch } from '../../../moderation/profiles/search.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

type Filter = 'located' | 'from' | 'to' | 'referredBy' | 'duplicateIdentities';

/** The text of a chip; undefined if the filter is not set. */
function labelOf(filter: Filter, search: ProfilesSearch): string | undefined {
  const { located, from, to, referredBy, duplicateIdentities } = search;
  const labels = {
    located: located && (located === 'yes' ? 'Has a location' : 'Has no location'),
    from: from && `Created from ${day.format(new Date(from))}`,
    to: to && `Created to ${day.format(new Date(to))}`,
    referredBy: referredBy && `Referred by ${referredBy}`,
    duplicateIdentities: duplicateIdentities && 'Shares an identity',
  };
  return labels[filter];
}

const filters = ['located', 'from', 'to', 'referredBy', 'duplicateIdentities'] as const;

export const chipsOf = (
  search: ProfilesSearch,
  onChange: (search: ProfilesSearch) => void,
): Chip[] =>
  filters.flatMap((filter) => {
    const label = labelOf(filter, search);
    const onRemove = () => onChange(given({ ...search, [filter]: undefined }));
    return label === undefined ? [] : [{ id: filter, label, onRemove }];
  });
