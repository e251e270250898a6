import { Link, getRouteApi } from '@tanstack/react-router';
import { clsx } from 'clsx';
import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  type LucideIcon,
} from 'lucide-react';
import { buttonStyle } from '../../components/button.tsx';

const route = getRouteApi('/profiles');

const number = new Intl.NumberFormat('en');

type StepProps = { to: number; current: number; lastPage: number; label: string; icon: LucideIcon };

/** One way to go; where there is none, its place. */
function Step({ to, current, lastPage, label, icon: Icon }: StepProps) {
  const { order } = route.useSearch();
  const look = buttonStyle({ size: 'icon' });
  if (to < 1 || to > lastPage || to === current) {
    return (
      <span aria-hidden className={clsx(look, 'opacity-45 shadow-none')}>
        <Icon size={16} />
      </span>
    );
  }
  const search = { ...(to > 1 && { page: to }), ...(order && { order }) };
  return (
    <Link to="/profiles" search={search} aria-label={label} className={look}>
      <Icon aria-hidden size={16} />
    </Link>
  );
}

type PagerProps = { page: number; lastPage: number; limit: number; all: number };

export function Pager({ page, lastPage, limit, all }: PagerProps) {
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, all);
  const step = { current: page, lastPage };
  return (
    <nav
      aria-label="Pages"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
    >
      <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
        <span className="font-medium text-soft">
          {number.format(first)}–{number.format(last)}
        </span>{' '}
        of {number.format(all)}
      </p>
      <div className="flex items-center gap-1.5">
        <Step {...step} to={1} label="First page" icon={ChevronFirst} />
        <Step {...step} to={page - 1} label="Previous page" icon={ChevronLeft} />
        <span className="px-2 text-[0.8125rem] text-muted tabular-nums">
          Page <span className="font-medium text-soft">{number.format(page)}</span> of{' '}
          {number.format(lastPage)}
        </span>
        <Step {...step} to={page + 1} label="Next page" icon={ChevronRight} />
        <Step {...step} to={lastPage} label="Last page" icon={ChevronLast} />
      </div>
    </nav>
  );
}
