import { clsx } from 'clsx';

/** A grey shape where something is about to be. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={clsx('block animate-shimmer rounded-md bg-line', className)} />
  );
}
