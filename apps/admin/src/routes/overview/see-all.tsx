import { Link, type LinkProps } from '@tanstack/react-router';

type SeeAllProps = Pick<LinkProps, 'to' | 'search'> & {
  /** Completes "See all" for screen readers. */
  of: string;
};

/** A link from a section's heading to all of what it shows a part of. */
export const SeeAll = ({ of, ...link }: SeeAllProps) => (
  <Link
    {...link}
    className="flex shrink-0 items-center rounded-md text-xs text-soft hover:underline pointer-coarse:min-h-11"
  >
    See all<span className="sr-only"> {of}</span>
  </Link>
);
