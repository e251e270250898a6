import { Field, useFieldAttributes } from './field.tsx';
import { fieldStyle } from './styles.ts';

type SelectProps<Value extends string> = {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
};

function Choices<Value extends string>(props: Omit<SelectProps<Value>, 'label'>) {
  const { choices, value, onValueChange } = props;
  return (
    <select
      {...useFieldAttributes()}
      value={value}
      onChange={({ target }) => {
        const chosen = choices[target.selectedIndex];
        if (chosen) onValueChange(chosen.value);
      }}
      className={`${fieldStyle} h-8 px-2 pointer-coarse:h-11`}
    >
      {choices.map(({ value: choice, label }) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The browser's list of choices. */
export const Select = <Value extends string>({ label, ...props }: SelectProps<Value>) => (
  <Field label={label}>
    <Choices {...props} />
  </Field>
);
