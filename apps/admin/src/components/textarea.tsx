import type { ComponentProps } from 'react';
import { useFieldAttributes } from './field.tsx';
import { fieldStyle } from './styles.ts';

type TextareaProps = Omit<
  ComponentProps<'textarea'>,
  'className' | 'value' | 'onChange'
> & {
  value: string;
  onValueChange: (value: string) => void;
  /** Whether Enter sends the form, and Shift+Enter begins a line. */
  'data-submits'?: true | undefined;
};

export function Textarea({ onValueChange, rows = 2, ...rest }: TextareaProps) {
  return (
    <textarea
      {...useFieldAttributes()}
      {...rest}
      // A field that grows with its text does not count `rows`.
      style={{ minHeight: `calc(${rows}lh + 0.875rem)` }}
      onChange={(event) => onValueChange(event.target.value)}
      className={`${fieldStyle} field-sizing-content max-h-56 resize-none px-2.5 py-1.5`}
    />
  );
}
