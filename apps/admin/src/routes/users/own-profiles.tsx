import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { When } from '../../components/date-time.tsx';
import { Section, SectionNote } from '../../components/section.tsx';
import type { Inspected } from './vocabulary.ts';

const number = new Intl.NumberFormat('en');

export function OwnProfiles({ user, profiles }: Pick<Inspected, 'user' | 'profiles'>) {
  return (
    <Section
      title="Profiles"
      aside={
        <span className="text-[0.8125rem] text-muted tabular-nums">
          {number.format(user.profileCount)}
        </span>
      }
    >
      {profiles.length === 0 ? (
        <SectionNote>None.</SectionNote>
      ) : (
        <ul
          aria-label="Profiles"
          className="max-h-96 divide-y divide-line overflow-y-auto"
          tabIndex={0}
        >
          {profiles.map(({ username, hidden, createdAt }) => (
            <li
              key={username}
              className="relative flex items-center gap-3 px-4 py-3 hover:bg-sunken/50 sm:px-5"
            >
              <Link
                translate="no"
                to="/profiles/$username"
                params={{ username }}
                className="min-w-0 flex-1 truncate text-sm font-medium after:absolute after:inset-0"
              >
                {username}
              </Link>
              <span className="text-[0.8125rem] text-muted">
                <When at={createdAt} />
              </span>
              {hidden && <Badge tone="warn">Hidden</Badge>}
            </li>
          ))}
        </ul>
      )}
      {profiles.length < user.profileCount && (
        <p className="border-t border-line px-4 py-3 text-[0.8125rem] text-muted sm:px-5">
          The newest {profiles.length}.{' '}
          <Link
            to="/profiles"
            search={{ text: `owner:${user.email}` }}
            className="font-medium text-accent-ink underline underline-offset-3"
          >
            Find all
          </Link>
        </p>
      )}
    </Section>
  );
}
