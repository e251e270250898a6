import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { inDigits } from '../components/count.ts';
import { useMedia } from '../components/layout.ts';
import { Shortcut } from '../keyboard.ts';
import type { Who } from '../who.ts';
import { useDeskCounts } from './desk-counts.ts';
import { MoreMenu } from './more-menu.tsx';
import { inMore, inRail, notOnPhone, type PageLink } from './pages.ts';

const look =
  'flex items-center rounded-md text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[status=active]:font-medium data-[status=active]:text-accent-ink max-md:h-12 max-md:flex-1 max-md:justify-center max-md:text-xs md:h-8 md:px-2 md:text-soft pointer-coarse:md:h-11';

/** Beside the current page: weight and colour alone are too little. */
const mark =
  'relative not-data-[status=active]:before:hidden before:absolute before:bg-accent max-md:before:inset-x-3 max-md:before:top-0 max-md:before:h-0.75 md:before:inset-y-1.5 md:before:left-0 md:before:w-0.75';

function useDeskCount(): string | undefined {
  const counts = useDeskCounts();
  return counts && inDigits(Object.values(counts).reduce((sum, one) => sum + one, 0));
}

type MoreButtonProps = ComponentProps<'button'> & { isActive: boolean };

/** Marked while it leads to the current page. */
const MoreButton = ({ isActive, ...props }: MoreButtonProps) => (
  <button
    type="button"
    {...props}
    {...(isActive && { 'data-status': 'active', 'aria-current': true })}
    className={clsx(look, mark, 'text-left data-popup-open:text-ink')}
  >
    More
  </button>
);

type NavigationProps = { who: Who; onPalette: () => void; onShortcuts: () => void };

/** Links to the pages: a rail, or on a phone tabs at the bottom. */
export function Navigation({ who, ...layers }: NavigationProps) {
  const { role } = who;
  const navigate = useNavigate();
  const deskCount = useDeskCount();
  const isPhone = useMedia('(max-width: 47.99rem)');
  const more = isPhone && role === 'admin' ? [notOnPhone, ...inMore[role]] : inMore[role];
  const { pathname } = useLocation();
  const isInMore = more.some(({ to }) => pathname.startsWith(to));
  return (
    <nav
      aria-label="Main"
      className="flex max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-1 max-md:pb-[env(safe-area-inset-bottom)] md:mt-2 md:flex-col"
    >
      {inRail[role].map((page) => (
        <Link
          key={page.to}
          to={page.to}
          activeOptions={{ includeSearch: false }}
          className={clsx(look, mark, page === notOnPhone && 'max-md:hidden')}
        >
          {page.name}
          <span
            aria-hidden
            className="ml-auto text-xs font-normal text-muted max-md:hidden"
          >
            {page.to === '/' && deskCount}
          </span>
        </Link>
      ))}
      {[...inRail[role], ...inMore[role]].map(({ to, name, keys, about }: PageLink) => (
        <Shortcut
          key={to}
          keys={keys}
          label={`Go to ${name}`}
          about={about}
          group="Pages"
          run={() => void navigate({ to })}
        />
      ))}
      <MoreMenu
        who={who}
        pages={more}
        {...layers}
        trigger={<MoreButton isActive={isInMore} />}
      />
    </nav>
  );
}
