import { given } from '../../../address.ts';
import { DayRange } from '../../../components/day-range.tsx';
import { FilterButton } from '../../../components/filter-button.tsx';
import {
  filtersOf,
  FilterFlag,
  FilterSelect,
} from '../../../components/filter-fields.tsx';
import type { ProfilesSearch } from '../../../moderation/profiles/search.ts';

const sortChoices = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'changed', label: 'Last changed first' },
  { value: 'username', label: 'By username' },
] as const;

type FiltersProps = {
  search: ProfilesSearch;
  onChange: (search: ProfilesSearch) => void;
};

export function Filters({ search, onChange }: FiltersProps) {
  const of = filtersOf(search, onChange);
  const { from, to, referredBy, duplicateIdentities } = search;
  const count = [from ?? to, referredBy, duplicateIdentities].filter(Boolean).length;
  return (
    <FilterButton title="Show profiles" count={count}>
      <FilterSelect
        label="Order"
        unset="Newest first"
        choices={sortChoices}
        {...of('sort')}
      />
      <DayRange
        label="Created"
        from={from}
        to={to}
        onChange={(days) => onChange(given({ ...search, ...days }))}
      />
      {referredBy !== undefined && (
        <FilterFlag
          label={`Referred by ${referredBy}`}
          value
          onChange={() => onChange(given({ ...search, referredBy: undefined }))}
        />
      )}
      <FilterFlag
        label="Shares an identity with other users"
        {...of('duplicateIdentities')}
      />
    </FilterButton>
  );
}
