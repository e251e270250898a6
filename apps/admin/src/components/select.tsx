import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { pressed } from '../keyboard.ts';
import { selectLabelStyle, selectStyle } from './styles.ts';
import type { SelectMenuProps } from './select-menu.tsx';
import { lazily } from './lazily.tsx';

type SelectProps<Value extends string> = Omit<
  SelectMenuProps,
  'choices' | 'value' | 'onValueChange'
> & {
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
};

const SelectMenu = lazily(async () => (await import('./select-menu.tsx')).SelectMenu);

/**
 * Before the first press this is only a button that looks like a select. The press
 * loads the code of the list.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, choices, value, onValueChange } = props;
  const [presses, setPresses] = useState(0);
  const press = () => setPresses(presses + 1);
  const labelId = useId();
  const change = (next: string) => {
    const choice = choices.find((one) => one.value === next);
    if (choice) {
      onValueChange(choice.value);
    }
  };
  const closed = (
    <div className="flex flex-col gap-1.5">
      <span id={labelId} className={selectLabelStyle}>
        {label}
      </span>
      <button
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-labelledby={labelId}
        onPointerEnter={SelectMenu.prepare}
        onFocus={SelectMenu.prepare}
        onClick={press}
        onKeyDown={(event) => {
          const key = pressed(event);
          if (key === 'ArrowDown' || key === 'ArrowUp') {
            press();
          }
        }}
        className={selectStyle}
      >
        <span className="truncate">
          {choices.find((one) => one.value === value)?.label}
        </span>
        <ChevronDown aria-hidden size={16} className="text-muted" />
      </button>
    </div>
  );
  return (
    <SelectMenu {...props} onValueChange={change} wanted={presses} fallback={closed} />
  );
}
