import { useState } from 'react';
import { now } from '../clock.ts';
import { DayInput } from './day-input.tsx';
import { Select } from './select.tsx';

type Days = { from: string | undefined; to: string | undefined };

type DayRangeProps = Days & {
  label: string;
  /** Days in the viewer's time zone, such as `2026-01-31`, both included. */
  onChange: (days: Days) => void;
};

const ago = (days: number): string => {
  const day = new Date(now());
  day.setDate(day.getDate() - days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};

const presets = [
  { value: 'any', label: 'Any time', days: undefined },
  { value: 'today', label: 'Today', days: 0 },
  { value: 'week', label: 'Last 7 days', days: 6 },
  { value: 'month', label: 'Last 30 days', days: 29 },
  { value: 'chosen', label: 'Between two days', days: undefined },
] as const;

function presetOf({ from, to }: Days): (typeof presets)[number]['value'] {
  if (from === undefined && to === undefined) return 'any';
  const fitting = presets.find(({ days }) => days !== undefined && ago(days) === from);
  return to === undefined && fitting ? fitting.value : 'chosen';
}

/** A range of days: a preset, or its first and last day. */
export function DayRange({ label, from, to, onChange }: DayRangeProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const preset = isChoosing ? 'chosen' : presetOf({ from, to });
  const choose = (value: (typeof presets)[number]['value']) => {
    setIsChoosing(value === 'chosen');
    const days = presets.find((one) => one.value === value)?.days;
    if (value !== 'chosen') {
      onChange({ from: days === undefined ? undefined : ago(days), to: undefined });
    }
  };
  const change = (days: Days) => {
    // The fields stay while both are empty, or if the first day fits a preset.
    setIsChoosing(true);
    onChange(days);
  };
  const isReversed = from !== undefined && to !== undefined && to < from;
  return (
    <>
      <Select label={label} choices={presets} value={preset} onValueChange={choose} />
      {preset === 'chosen' && (
        <>
          <DayInput
            label="First day"
            value={from}
            onChange={(day) => change({ from: day, to })}
          />
          <DayInput
            label="Last day"
            error={isReversed ? 'This is before the first day.' : undefined}
            value={to}
            onChange={(day) => change({ from, to: day })}
          />
        </>
      )}
    </>
  );
}
