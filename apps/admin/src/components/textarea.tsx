import type { ComponentProps } from 'react';
import { useFieldAttributes } from './field.tsx';

type TextareaProps = Omit<
  ComponentProps<'textarea'>,
  'className' | 'value' | 'onChange'
> & {
  value: string;
  onValueChange: (value: string) => void;
  /** Whether Enter sends the form, and Shift+Enter begins a line. */
  'data-submits'?: true | undefined;
};

/** A text field of several lines that grows with its text. */
export function Textarea({ onValueChange, rows = 2, ...rest }: TextareaProps) {
  return (
    <textarea
      {...useFieldAttributes()}
      {...rest}
      rows={rows}
      onChange={(event) => onValueChange(event.target.value)}
      // 16 pixels: with smaller text a phone zooms in on the field.
      className="field-sizing-content max-h-56 w-full resize-none rounded-md border border-outline bg-surface px-2.5 py-1.5 text-[1rem] text-ink transition-colors placeholder:text-muted hover:border-ink/60 focus-visible:border-accent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus aria-invalid:border-bad sm:text-sm"
    />
  );
}
