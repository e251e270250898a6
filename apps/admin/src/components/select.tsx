import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { selectLabelStyle, selectStyle } from './select-style.ts';
import type { SelectMenuProps } from './select-menu.tsx';
import { useOnDemand } from './use-on-demand.ts';

type SelectProps<Value extends string> = Omit<
  SelectMenuProps,
  'choices' | 'value' | 'onValueChange'
> & {
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
};

const loadMenu = async () => (await import('./select-menu.tsx')).SelectMenu;

/** One of a few values. Until it is pressed it is but its looks: its list comes with what that is made of. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, showLabel = false, choices, value, onValueChange, className } = props;
  const { Part: Menu, prepare, want } = useOnDemand(loadMenu);
  const labelId = useId();
  const change = (next: string) => {
    const choice = choices.find((one) => one.value === next);
    if (choice) {
      onValueChange(choice.value);
    }
  };
  if (Menu) {
    return <Menu {...props} onValueChange={change} />;
  }
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <span id={labelId} className={showLabel ? selectLabelStyle : 'sr-only'}>
        {label}
      </span>
      <button
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-labelledby={labelId}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={want}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown' || key === 'ArrowUp') {
            want();
          }
        }}
        className={selectStyle}
      >
        <span className="truncate">{choices.find((one) => one.value === value)?.label}</span>
        <ChevronDown aria-hidden size={16} className="text-muted" />
      </button>
    </div>
  );
}
