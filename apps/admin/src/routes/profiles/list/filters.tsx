import { given, type Part } from '../../../address.ts';
import { DayRange } from '../../../components/day-range.tsx';
import { FilterButton } from '../../../components/filter-button.tsx';
import {
  FilterFlag,
  FilterSelect,
  FilterText,
} from '../../../components/filter-fields.tsx';
import type { ProfilesSearch } from '../../../moderation/profiles/search.ts';

const sortChoices = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'changed', label: 'Last changed first' },
  { value: 'username', label: 'By username' },
] as const;

const locationChoices = [
  { value: 'yes', label: 'Has a location' },
  { value: 'no', label: 'Has no location' },
] as const;

type FiltersProps = {
  search: ProfilesSearch;
  count: number;
  onChange: (search: ProfilesSearch) => void;
};

export function Filters({ search, count, onChange }: FiltersProps) {
  const change = (part: Part<ProfilesSearch>) => onChange(given({ ...search, ...part }));
  const { referredBy, located, duplicateIdentities, sort, from, to } = search;
  return (
    <FilterButton title="Show profiles" count={count}>
      <FilterSelect
        label="Order"
        unset="Newest first"
        choices={sortChoices}
        value={sort}
        onChange={(chosen) => change({ sort: chosen })}
      />
      <DayRange label="Created" from={from} to={to} onChange={change} />
      <FilterSelect
        label="Location"
        unset="Any"
        choices={locationChoices}
        value={located}
        onChange={(chosen) => change({ located: chosen })}
      />
      <FilterText
        label="Referred by"
        hint="A whole username."
        maxLength={64}
        value={referredBy}
        onChange={(username) => change({ referredBy: username })}
      />
      <FilterFlag
        label="Shares an identity with other users"
        value={duplicateIdentities}
        onChange={(isSet) => change({ duplicateIdentities: isSet })}
      />
    </FilterButton>
  );
}
