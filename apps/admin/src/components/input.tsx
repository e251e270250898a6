import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldAttributes } from './field.tsx';
import { fieldStyle } from './styles.ts';

const sizes = {
  medium: 'h-8 px-2.5 pointer-coarse:h-11',
  code: 'h-12 px-3 text-center text-lg! font-medium tracking-[0.14em] tabular-nums',
} as const;

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'size' | 'onChange'> & {
  size?: keyof typeof sizes;
  value: string;
  onValueChange: (value: string) => void;
};

/** Nothing corrects it: it is for addresses, names, links and codes. */
export function Input({ size = 'medium', onValueChange, ...rest }: InputProps) {
  return (
    <input
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...useFieldAttributes()}
      {...rest}
      onChange={(event) => onValueChange(event.target.value)}
      className={clsx(fieldStyle, sizes[size])}
    />
  );
}
