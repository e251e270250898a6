import { Field } from '@base-ui/react/field';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const sizes = {
  // 16 pixels: below that a phone zooms in on the field.
  medium: 'h-10 px-3 text-base sm:text-sm pointer-coarse:h-11',
  small: 'h-9 px-3 text-base sm:text-sm pointer-coarse:h-11',
  code: 'h-12 px-3 text-center text-xl font-medium tracking-[0.14em] tabular-nums',
} as const;

type InputProps = Omit<ComponentProps<typeof Field.Control>, 'className' | 'size'> & {
  size?: keyof typeof sizes;
};

export function Input({ size = 'medium', ...rest }: InputProps) {
  return (
    <Field.Control
      {...rest}
      className={clsx(
        'w-full rounded-lg border border-outline bg-surface text-ink shadow-card transition-colors',
        'placeholder:text-muted hover:border-ink/60',
        'focus-visible:border-accent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus',
        'data-invalid:border-bad',
        sizes[size],
      )}
    />
  );
}
