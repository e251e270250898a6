import { Link, type LinkProps } from '@tanstack/react-router';
import type { Overview } from './overview.tsx';

const number = new Intl.NumberFormat('en');

type CountProps = Pick<LinkProps, 'to' | 'search'> & { name: string; count: number };

function Count({ name, count, ...link }: CountProps) {
  return (
    <li className="relative min-w-0 flex-1 px-4 py-3.5 transition-colors hover:bg-sunken/60 sm:px-5">
      <p className="text-[0.8125rem] text-muted">{name}</p>
      <Link
        {...link}
        aria-label={`${name}: ${number.format(count)}`}
        className="block text-2xl font-semibold tracking-tight tabular-nums outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
      >
        {number.format(count)}
      </Link>
    </li>
  );
}

export function Counts({
  counts: { profiles, users, suspended },
}: Pick<Overview, 'counts'>) {
  return (
    <ul
      aria-label="Counts"
      className="grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-surface shadow-card max-sm:*:not-first:border-t max-sm:*:border-line max-sm:*:nth-2:border-t-0 max-sm:*:last:odd:col-span-2 sm:flex sm:divide-x sm:divide-line"
    >
      <Count name="Profiles" count={profiles.all} to="/profiles" />
      <Count
        name="Active"
        count={profiles.active}
        to="/profiles"
        search={{ state: 'active' }}
      />
      <Count
        name="Hidden"
        count={profiles.hidden}
        to="/profiles"
        search={{ state: 'hidden' }}
      />
      {users !== null && <Count name="Users" count={users} to="/users" />}
      {suspended !== null && (
        <Count
          name="Suspended"
          count={suspended}
          to="/users"
          search={{ state: 'suspended' }}
        />
      )}
    </ul>
  );
}
