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

const heldShift = ({ nativeEvent }: ChangeEvent) =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

/** The browser's checkbox. The touch area is larger than the box. */
export const Checkbox = (props: CheckboxProps) => {
  const { label, showLabel = false, checked, onCheckedChange, tabIndex } = props;
  return (
    <label
      className={
        showLabel
          ? 'flex min-h-9 items-center gap-2.5 text-sm text-soft select-none pointer-coarse:min-h-11'
          : 'relative -m-2.5 flex p-2.5 select-none pointer-coarse:-m-3.5 pointer-coarse:p-3.5'
      }
    >
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked, heldShift(event))}
        aria-label={showLabel ? undefined : label}
        tabIndex={tabIndex}
        className="size-4.5 shrink-0 accent-accent"
      />
      {showLabel && label}
    </label>
  );
};
