import { given, type Part } from '../../address.ts';
import { FilterButton } from '../../components/filter-button.tsx';
import { FilterFlag, FilterSelect } from '../../components/filter-fields.tsx';
import { roleNames, roles } from '../../who.ts';
import type { UsersSearch } from './search.ts';

const roleChoices = roles.map((role) => ({ value: role, label: `${roleNames[role]}s` }));

const stateChoices = [
  { value: 'active', label: 'Not suspended' },
  { value: 'suspended', label: 'Suspended' },
] as const;

const sortChoices = [{ value: 'oldest', label: 'Oldest first' }] as const;

type FiltersProps = { search: UsersSearch; onChange: (search: UsersSearch) => void };

export function Filters({ search, onChange }: FiltersProps) {
  const change = (part: Part<UsersSearch>) => onChange(given({ ...search, ...part }));
  const { role, state, duplicateIdentities, sort } = search;
  const count = [role, state, duplicateIdentities].filter(Boolean).length;
  return (
    <FilterButton title="Show users" count={count}>
      <FilterSelect
        label="Role"
        unset="Any role"
        choices={roleChoices}
        value={role}
        onChange={(chosen) => change({ role: chosen })}
      />
      <FilterSelect
        label="State"
        unset="Any state"
        choices={stateChoices}
        value={state}
        onChange={(chosen) => change({ state: chosen })}
      />
      <FilterSelect
        label="Order"
        unset="Newest first"
        choices={sortChoices}
        value={sort}
        onChange={(chosen) => change({ sort: chosen })}
      />
      <FilterFlag
        label="Shares an identity with other users"
        value={duplicateIdentities}
        onChange={(isSet) => change({ duplicateIdentities: isSet })}
      />
    </FilterButton>
  );
}
