import { Link, type LinkProps } from '@tanstack/react-router';

type SeeAllProps = Pick<LinkProps, 'to' | 'search'> & {
  /** Completes "See all" for screen readers. */
  of: string;
};

/** A link from a section's heading to all of what it shows a part of. */
export const SeeAll = ({ of, ...link }: SeeAllProps) => (
  <Link
    {...link}
    className="-mr-1 flex shrink-0 items-center rounded-md px-1 text-[0.8125rem] font-medium text-accent-ink hover:underline pointer-coarse:min-h-11"
  >
    See all<span className="sr-only"> {of}</span>
  </Link>
);
