import { given } from '../../../address.ts';
import { Checkbox } from '../../../components/checkbox.tsx';
import { DayRange } from '../../../components/day-range.tsx';
import { Field } from '../../../components/field.tsx';
import { FilterButton } from '../../../components/filter-button.tsx';
import { Input } from '../../../components/input.tsx';
import { Select } from '../../../components/select.tsx';
import { useDebouncedText } from '../../../components/use-debounced-text.ts';
import type { ProfilesSearch } from '../../../moderation/profiles/search.ts';

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'changed', label: 'Last changed first' },
  { value: 'username', label: 'By username' },
] as const;

const locations = [
  { value: 'any', label: 'Any' },
  { value: 'yes', label: 'Says where it is' },
  { value: 'no', label: 'Doesn’t say where' },
] as const;

type FiltersProps = {
  search: ProfilesSearch;
  /** How many filters are set. */
  count: number;
  onChange: (search: ProfilesSearch) => void;
};

/** The filters and the order of the list of profiles. */
export function Filters({ search, count, onChange }: FiltersProps) {
  const change = (part: {
    [Key in keyof ProfilesSearch]: ProfilesSearch[Key] | undefined;
  }) => onChange(given({ ...search, ...part }));
  const { referredBy = '', located = 'any', duplicateIdentities = false } = search;
  const referrer = useDebouncedText(referredBy, (text) =>
    change({ referredBy: text || undefined }),
  );
  return (
    <FilterButton title="Show profiles" count={count}>
      <Select
        label="Order"
        showLabel
        choices={sorts}
        value={search.sort ?? 'newest'}
        onValueChange={(sort) => change({ sort: sort === 'newest' ? undefined : sort })}
      />
      <DayRange label="Created" from={search.from} to={search.to} onChange={change} />
      <Select
        label="Location"
        showLabel
        choices={locations}
        value={located}
        onValueChange={(chosen) =>
          change({ located: chosen === 'any' ? undefined : chosen })
        }
      />
      <Field label="Referred by" hint="A whole username.">
        <Input
          value={referrer.typed}
          onValueChange={referrer.type}
          maxLength={64}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
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
