import { given } from '../../address.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { FilterButton } from '../../components/filter-button.tsx';
import { Select } from '../../components/select.tsx';
import { roleNames, roles } from '../../who.ts';
import { userStates, type UsersSearch } from './search.ts';

const roleChoices = [
  { value: 'any', label: 'Any role' },
  ...roles.map((role) => ({ value: role, label: `${roleNames[role]}s` })),
] as const;

const stateChoices = [
  { value: 'any', label: 'Suspended or not' },
  ...userStates.map((state) => ({
    value: state,
    label: state === 'active' ? 'Not suspended' : 'Suspended',
  })),
] as const;

const sortChoices = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const;

type FiltersProps = { search: UsersSearch; onChange: (search: UsersSearch) => void };

/** The filters and the order of the list of users. */
export function Filters({ search, onChange }: FiltersProps) {
  const change = (part: { [Key in keyof UsersSearch]: UsersSearch[Key] | undefined }) =>
    onChange(given({ ...search, ...part }));
  const { role, state, duplicateIdentities = false, sort } = search;
  const count = [role, state, search.duplicateIdentities].filter(Boolean).length;
  return (
    <FilterButton title="Show users" count={count}>
      <Select
        label="Role"
        showLabel
        choices={roleChoices}
        value={role ?? 'any'}
        onValueChange={(chosen) =>
          change({ role: chosen === 'any' ? undefined : chosen })
        }
      />
      <Select
        label="State"
        showLabel
        choices={stateChoices}
        value={state ?? 'any'}
        onValueChange={(chosen) =>
          change({ state: chosen === 'any' ? undefined : chosen })
        }
      />
      <Select
        label="Order"
        showLabel
        choices={sortChoices}
        value={sort ?? 'newest'}
        onValueChange={(chosen) =>
          change({ sort: chosen === 'oldest' ? chosen : undefined })
        }
      />
      <Checkbox
        label="Shares an identity with other users"
        showLabel
        checked={duplicateIdentities}
        onCheckedChange={(isChecked) =>
          change({ duplicateIdentities: isChecked || undefined })
        }
      />
    </FilterButton>
  );
}
