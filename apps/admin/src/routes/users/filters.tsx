import { FilterButton } from '../../components/filter-button.tsx';
import { filtersOf, FilterFlag, FilterSelect } from '../../components/filter-fields.tsx';
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
  const of = filtersOf(search, onChange);
  const { role, state, duplicateIdentities } = search;
  const count = [role, state, duplicateIdentities].filter(Boolean).length;
  return (
    <FilterButton title="Show users" count={count}>
      <FilterSelect label="Role" unset="Any role" choices={roleChoices} {...of('role')} />
      <FilterSelect
        label="State"
        unset="Any state"
        choices={stateChoices}
        {...of('state')}
      />
      <FilterSelect
        label="Order"
        unset="Newest first"
        choices={sortChoices}
        {...of('sort')}
      />
      <FilterFlag
        label="Shares an identity with other users"
        {...of('duplicateIdentities')}
      />
    </FilterButton>
  );
}
