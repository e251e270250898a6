import { Link, type LinkProps } from '@tanstack/react-router';
import type { Overview } from './vocabulary.ts';

const number = new Intl.NumberFormat('en');

type CountProps = Pick<LinkProps, 'to' | 'search'> & { name: string; count: number };

function Count({ name, count, ...link }: CountProps) {
  return (
    <li className="relative min-w-0">
      <p className="text-sm text-muted">{name}</p>
      <Link
        {...link}
        aria-label={`${name}: ${number.format(count)}`}
        className="block text-lg font-semibold outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
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
    <ul aria-label="Counts" className="flex flex-wrap gap-x-10 gap-y-3">
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
