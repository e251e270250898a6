import { Checkbox } from '../../../components/checkbox.tsx';
import { Field } from '../../../components/field.tsx';
import { Input } from '../../../components/input.tsx';
import { Popover } from '../../../components/popover.tsx';
import { Select } from '../../../components/select.tsx';
import { useDebouncedText } from '../../../components/use-debounced-text.ts';
import { dayOf, given } from '../../../address.ts';
import type { FiltersProps } from './controls.tsx';

const locations = [
  { value: 'any', label: 'Any' },
  { value: 'yes', label: 'Says where it is' },
  { value: 'no', label: 'Doesn’t say where' },
] as const;

type FieldsProps = Omit<FiltersProps, 'trigger'>;

function Days({ search, onChange }: FieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} label={end === 'from' ? 'Created from' : 'Created to'}>
          <Input
            type="date"
            value={search[end] ?? ''}
            // A day that is only half typed is none yet.
            onValueChange={(day) => onChange(given({ ...search, [end]: dayOf(day) }))}
          />
        </Field>
      ))}
    </div>
  );
}

function FilterFields({ search, onChange }: FieldsProps) {
  const { referredBy = '', located = 'any', duplicateIdentities = false } = search;
  const referrer = useDebouncedText(referredBy, (text) =>
    onChange(given({ ...search, referredBy: text || undefined })),
  );
  return (
    <div className="flex flex-col gap-4">
      <Select
        label="Location"
        showLabel
        choices={locations}
        value={located}
        onValueChange={(next) =>
          onChange(given({ ...search, located: next === 'any' ? undefined : next }))
        }
      />
      <Days search={search} onChange={onChange} />
      <Field label="Referred by" hint="The whole username of a profile.">
        <Input
          value={referrer.typed}
          onValueChange={referrer.type}
          maxLength={64}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Checkbox
        label="Shares a linked identity with other users"
        showLabel
        checked={duplicateIdentities}
        onCheckedChange={(next) =>
          onChange(given({ ...search, duplicateIdentities: next || undefined }))
        }
      />
    </div>
  );
}

/** Filters apply at once. The popover opens as soon as it is loaded: somebody has pressed its button. */
export const Filters = ({ trigger, ...fields }: FiltersProps) => (
  <Popover title="Show profiles that fit all of these" defaultOpen trigger={trigger}>
    <FilterFields {...fields} />
  </Popover>
);
