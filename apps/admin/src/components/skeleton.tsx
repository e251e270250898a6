import { clsx } from 'clsx';

const shapes = { line: 'rounded-md', round: 'rounded-full' } as const;

type SkeletonProps = { shape?: keyof typeof shapes; className: string };

/** A grey shape in place of content that is loading. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={clsx('block animate-shimmer bg-line', shapes[shape], className)}
    />
  );
}
