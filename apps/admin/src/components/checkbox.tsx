import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';

type CheckboxProps = {
  label: string;
  /** Whether the label stands beside the box; otherwise it is only read out. */
  showLabel?: boolean;
  /** `some`: of what it stands for, a part. */
  checked: boolean | 'some';
  onCheckedChange: (checked: boolean) => void;
  tabIndex?: number;
};

function Box({ label, showLabel, checked, onCheckedChange, tabIndex }: CheckboxProps) {
  return (
    <BaseCheckbox.Root
      checked={checked === true}
      indeterminate={checked === 'some'}
      onCheckedChange={(next) => onCheckedChange(next)}
      {...(!showLabel && { 'aria-label': label })}
      {...(tabIndex !== undefined && { tabIndex })}
      className={clsx(
        'relative grid size-4.5 shrink-0 place-items-center rounded-[0.3125rem] border border-outline bg-surface text-on-accent transition-colors',
        'hover:border-ink/60 data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent',
        // What is touched is larger than what is seen.
        'after:absolute after:-inset-2 pointer-coarse:after:-inset-3.5',
      )}
    >
      <BaseCheckbox.Indicator className="grid data-unchecked:hidden">
        {checked === 'some' ? (
          <Minus aria-hidden size={13} strokeWidth={3} />
        ) : (
          <Check aria-hidden size={13} strokeWidth={3} />
        )}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  );
}

/** A box to tick. */
export function Checkbox(props: CheckboxProps) {
  return props.showLabel ? (
    <label className="flex min-h-9 items-center gap-2.5 text-sm text-soft select-none pointer-coarse:min-h-11">
      <Box {...props} />
      {props.label}
    </label>
  ) : (
    <Box {...props} />
  );
}
