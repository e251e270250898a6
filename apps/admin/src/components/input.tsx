import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldAttributes } from './field.tsx';

const sizes = {
  // 16 pixels: with smaller text a phone zooms in on the field.
  medium: 'h-8 px-2.5 text-[1rem] sm:text-sm pointer-coarse:h-11',
  code: 'h-12 px-3 text-center text-lg font-medium tracking-[0.14em] tabular-nums',
} as const;

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'size' | 'onChange'> & {
  size?: keyof typeof sizes;
  value: string;
  onValueChange: (value: string) => void;
};

export function Input({ size = 'medium', onValueChange, ...rest }: InputProps) {
  return (
    <input
      {...useFieldAttributes()}
      {...rest}
      onChange={(event) => onValueChange(event.target.value)}
      className={clsx(
        'w-full rounded-md border border-outline bg-surface text-ink transition-colors',
        'placeholder:text-muted hover:border-ink/60',
        'focus-visible:border-accent focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus',
        'aria-invalid:border-bad',
        sizes[size],
      )}
    />
  );
}
