import { clsx } from 'clsx';
import type { ComponentProps, RefObject } from 'react';
import { Kbd } from './kbd.tsx';
import { Spinner } from './spinner.tsx';

const shape =
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap select-none transition-colors data-disabled:cursor-not-allowed';

const variants = {
  // High contrast makes transparent borders visible.
  solid:
    'border border-transparent bg-accent text-on-accent [&_kbd]:text-on-accent hover:not-data-disabled:bg-accent-strong data-disabled:opacity-60',
  danger:
    'border border-transparent bg-bad text-canvas hover:not-data-disabled:opacity-90 data-disabled:opacity-60',
  outline:
    'border border-transparent bg-sunken text-ink hover:not-data-disabled:bg-highlight data-disabled:text-muted',
  quiet:
    'text-soft hover:not-data-disabled:bg-sunken hover:not-data-disabled:text-ink data-disabled:text-muted',
} as const;

const sizes = {
  small: 'h-7 px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:px-4',
  medium: 'h-8 px-3 text-sm pointer-coarse:h-11 pointer-coarse:px-4',
  icon: 'size-7 pointer-coarse:size-11',
} as const;

type ButtonStyle = {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
};

/** For links that look like buttons. */
export const buttonStyle = ({ variant = 'outline', size = 'small' }: ButtonStyle = {}) =>
  clsx(shape, variants[variant], sizes[size]);

type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> &
  ButtonStyle & {
    busy?: boolean;
    /** Its shortcut, shown beside its words. */
    keys?: string;
    ref?: RefObject<HTMLButtonElement | null>;
  };

/** A busy button ignores clicks but keeps its size and focus. */
export function Button({
  variant,
  size,
  busy = false,
  keys,
  disabled = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = disabled || busy;
  return (
    <button
      type="button"
      {...rest}
      // `disabled` would remove the focus.
      aria-disabled={isOff}
      data-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      className={clsx(buttonStyle({ variant, size }), className)}
    >
      <span className={clsx('contents', busy && 'text-transparent *:invisible')}>
        {children}
        {keys !== undefined && (
          <>
            {' '}
            <Kbd keys={keys} />
          </>
        )}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}
