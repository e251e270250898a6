import { useEffect, useRef, useState, type Ref } from 'react';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

type DayInputProps = {
  label: string;
  error?: string | undefined;
  /** A day such as `2026-01-31`. */
  value: string | undefined;
  /** Called with undefined while the field has no whole day that exists. */
  onChange: (day: string | undefined) => void;
  inputRef?: Ref<HTMLInputElement>;
};

// Until a year is typed completely, it is a year such as 0002.
const first = '1000-01-01';
const last = '2999-12-31';

const isWhole = (day: string) => day >= first && day <= last;

/** The browser's field for a day, with the browser's calendar. */
export function DayInput({ label, error, value, onChange, inputRef }: DayInputProps) {
  const hasFocus = useRef(false);
  const [typed, setTyped] = useState(value ?? '');
  const [isWrong, setIsWrong] = useState(false);
  useEffect(() => {
    // With the focus, the value comes from this field, and may come late.
    if (hasFocus.current) return;
    setTyped(value ?? '');
    if (value !== undefined) setIsWrong(false);
  }, [value]);
  const type = (day: string) => {
    setTyped(day);
    setIsWrong(false);
    onChange(isWhole(day) ? day : undefined);
  };
  return (
    <Field
      label={label}
      error={isWrong ? 'No month has this day, or a part is missing.' : error}
    >
      <Input
        ref={inputRef}
        type="date"
        min={first}
        max={last}
        value={typed}
        onValueChange={type}
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={({ target }) => {
          hasFocus.current = false;
          setIsWrong(!target.validity.valid);
        }}
      />
    </Field>
  );
}
