import { useRef } from 'react';
import { SearchField } from '../../components/search-field.tsx';
import { Select } from '../../components/select.tsx';
import { useShortcut } from '../../keyboard.ts';
import { given } from '../../address.ts';
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

const identityChoices = [
  { value: 'any', label: 'Any identities' },
  { value: 'yes', label: 'Shares an identity' },
] as const;

const sortChoices = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const;

type ToolbarProps = { search: UsersSearch; onChange: (search: UsersSearch) => void };

export function Toolbar({ search, onChange }: ToolbarProps) {
  const field = useRef<HTMLInputElement>(null);
  const change = (part: { [Key in keyof UsersSearch]: UsersSearch[Key] | undefined }) =>
    onChange(given({ ...search, ...part }));
  useShortcut({ keys: '[Shift]+/', label: 'Search', run: () => field.current?.focus() });
  return (
    <div role="search" className="mt-4 flex flex-wrap gap-2">
      <div className="flex min-w-full flex-1 md:min-w-64">
        <SearchField
          inputRef={field}
          label="Search users"
          placeholder="Address, username or identity"
          value={search.text ?? ''}
          onSearch={(text) => change({ text: text || undefined })}
        />
      </div>
      <Select
        label="Role"
        choices={roleChoices}
        value={search.role ?? 'any'}
        onValueChange={(role) => change({ role: role === 'any' ? undefined : role })}
        className="max-sm:flex-1"
      />
      <Select
        label="State"
        choices={stateChoices}
        value={search.state ?? 'any'}
        onValueChange={(state) => change({ state: state === 'any' ? undefined : state })}
        className="max-sm:flex-1"
      />
      <Select
        label="Identities"
        choices={identityChoices}
        value={search.duplicateIdentities ? 'yes' : 'any'}
        onValueChange={(next) =>
          change({ duplicateIdentities: next === 'yes' || undefined })
        }
        className="max-sm:flex-1"
      />
      <Select
        label="Order"
        choices={sortChoices}
        value={search.sort ?? 'newest'}
        onValueChange={(sort) => change({ sort: sort === 'oldest' ? sort : undefined })}
        className="max-sm:flex-1"
      />
    </div>
  );
}
