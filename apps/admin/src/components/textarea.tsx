import { Field } from '@base-ui/react/field';
import type { ComponentProps } from 'react';

type TextareaProps = Omit<ComponentProps<'textarea'>, 'className' | 'value' | 'onChange'> & {
  value: string;
  onValueChange: (value: string) => void;
};

/** A few lines of text inside a `Field`; grows with them. */
export function Textarea({ value, onValueChange, rows = 2, ...rest }: TextareaProps) {
  return (
    <Field.Control
      value={value}
      onValueChange={onValueChange}
      render={<textarea rows={rows} {...rest} />}
      // 16 pixels: below that a phone zooms in on the field.
      className="field-sizing-content max-h-56 w-full resize-none rounded-lg border border-outline bg-surface px-3 py-2 text-base text-ink shadow-card transition-colors placeholder:text-muted hover:border-ink/60 focus-visible:border-accent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus data-invalid:border-bad sm:text-sm"
    />
  );
}
