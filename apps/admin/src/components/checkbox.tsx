import { clsx } from 'clsx';
import type { ChangeEvent } from 'react';

type CheckboxProps = {
  label: string;
  /** Whether the label is visible. Screen readers always read it. */
  showLabel?: boolean;
  checked: boolean;
  /** `extend`: Shift was held, so the range from the last checked row counts. */
  onCheckedChange: (checked: boolean, extend: boolean) => void;
  tabIndex?: number;
};

const box = clsx(
  'relative size-4.5 shrink-0 appearance-none rounded-md border border-outline bg-surface transition-colors',
  'hover:border-ink/60 checked:border-accent checked:bg-accent',
  // The touch area is larger than the visible box.
  'after:absolute after:-inset-2.5 pointer-coarse:after:-inset-3.5',
  'before:absolute before:inset-[0.1875rem] before:hidden before:bg-on-accent checked:before:block',
  'before:[clip-path:polygon(12%_45%,0_58%,40%_96%,100%_20%,86%_8%,39%_70%)]',
);

const heldShift = ({ nativeEvent }: ChangeEvent) =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

const Box = ({ label, showLabel, checked, onCheckedChange, tabIndex }: CheckboxProps) => (
  <input
    type="checkbox"
    checked={checked}
    onChange={(event) => onCheckedChange(event.target.checked, heldShift(event))}
    {...(!showLabel && { 'aria-label': label })}
    {...(tabIndex !== undefined && { tabIndex })}
    className={box}
  />
);

/**
 * The browser's checkbox with our own look, because long lists have hundreds of
 * them.
 */
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
