import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className="-mx-2 flex min-w-0 overflow-x-auto">
    {children}
  </nav>
);

type TabProps = Pick<LinkProps, 'to' | 'search'> & {
  count?: string | undefined;
  children: ReactNode;
};

export const Tab = ({ count, children, ...link }: TabProps) => (
  <Link
    {...link}
    activeOptions={{ exact: true }}
    className="flex h-7 items-center gap-1 rounded-md px-2 whitespace-nowrap text-muted hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink relative before:absolute before:inset-x-2 before:bottom-0 before:h-0.5 before:bg-accent not-aria-[current=page]:before:hidden pointer-coarse:h-11"
  >
    {children}
    {count !== undefined && (
      <span className="text-xs font-normal text-muted">{count}</span>
    )}
  </Link>
);
