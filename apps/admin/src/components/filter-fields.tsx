import { Checkbox } from './checkbox.tsx';
import { Select } from './select.tsx';

type FilterProps<Value> = {
  label: string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};

/** Connects filters to the parameters of a search. */
export const filtersOf =
  <Search extends object>(search: Search, onChange: (search: Search) => void) =>
  <Name extends keyof Search>(name: Name) => ({
    value: search[name],
    onChange: (value: Search[Name] | undefined) => onChange({ ...search, [name]: value }),
  });

type FilterSelectProps<Value extends string> = FilterProps<Value> & {
  /** The option for no filter: "Any role". */
  unset: string;
  choices: readonly { value: Value; label: string }[];
};

const none = 'none';

export function FilterSelect<Value extends string>({
  label,
  unset,
  choices,
  value,
  onChange,
}: FilterSelectProps<Value>) {
  return (
    <Select
      label={label}
      choices={[{ value: none, label: unset }, ...choices]}
      value={value ?? none}
      onValueChange={(chosen) =>
        onChange(choices.find((choice) => choice.value === chosen)?.value)
      }
    />
  );
}

export const FilterFlag = ({ label, value, onChange }: FilterProps<true>) => (
  <Checkbox
    label={label}
    showLabel
    checked={value === true}
    onCheckedChange={(isChecked) => onChange(isChecked || undefined)}
  />
);
