import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Links to parts of a list, beside its title. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className="flex min-w-0 gap-4 overflow-x-auto">
    {children}
  </nav>
);

type TabProps = Pick<LinkProps, 'to' | 'search'> & {
  isActive: boolean;
  /** Shown in grey. */
  count?: string | undefined;
  children: ReactNode;
};

export const Tab = ({ isActive, count, children, ...link }: TabProps) => (
  <Link
    {...link}
    aria-current={isActive ? 'page' : undefined}
    className="flex h-7 items-center gap-1 rounded-md whitespace-nowrap text-muted hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-accent aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8 pointer-coarse:h-11"
  >
    {children}
    {count !== undefined && (
      <span className="text-xs font-normal text-muted">{count}</span>
    )}
  </Link>
);
