import { DayInput } from './day-input.tsx';

type Days = { from: string | undefined; to: string | undefined };

type DayRangeProps = Days & {
  label: string;
  /** Days in the viewer's time zone, such as `2026-01-31`, both included. */
  onChange: (days: Days) => void;
};

export function DayRange({ label, from, to, onChange }: DayRangeProps) {
  const isReversed = from !== undefined && to !== undefined && to < from;
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="sr-only">{label}</legend>
      <DayInput
        label={`${label} from`}
        value={from}
        onChange={(day) => onChange({ from: day, to })}
      />
      <DayInput
        label="to"
        error={isReversed ? 'This is before the first day.' : undefined}
        value={to}
        onChange={(day) => onChange({ from, to: day })}
      />
    </fieldset>
  );
}
