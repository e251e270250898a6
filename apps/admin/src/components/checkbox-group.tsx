import { Checkbox } from './checkbox.tsx';

type CheckboxGroupProps<Value extends string> = {
  label: string;
  choices: readonly Value[];
  labelOf?: (choice: Value) => string;
  value: readonly Value[];
  /** Gets the chosen ones in the order of the choices. */
  onValueChange: (value: Value[]) => void;
  hasColumns?: boolean;
};

export const CheckboxGroup = <Value extends string>({
  label,
  choices,
  labelOf = (choice) => choice,
  value,
  onValueChange,
  hasColumns,
}: CheckboxGroupProps<Value>) => (
  <fieldset>
    <legend className="text-xs text-muted">{label}</legend>
    <div className={hasColumns ? 'grid sm:grid-cols-2' : undefined}>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={labelOf(choice)}
          showLabel
          checked={value.includes(choice)}
          onCheckedChange={(isChecked) =>
            onValueChange(
              choices.filter((one) => (one === choice ? isChecked : value.includes(one))),
            )
          }
        />
      ))}
    </div>
  </fieldset>
);
