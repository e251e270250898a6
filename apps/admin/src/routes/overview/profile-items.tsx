import { Link } from '@tanstack/react-router';
import { Avatar } from '../../components/avatar.tsx';
import { Badge } from '../../components/badge.tsx';
import { When } from '../../components/date-time.tsx';
import type { Overview } from './overview.tsx';

type Profile = Overview['newest'][number];

type ProfileItemsProps = {
  label: string;
  profiles: readonly Profile[];
  /** The instant to show. */
  stamp: 'createdAt' | 'updatedAt';
};

export function ProfileItems({ label, profiles, stamp }: ProfileItemsProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {profiles.map((profile) => (
        <li
          key={profile.id}
          className="relative flex items-center gap-3 px-4 py-2.5 transition-colors hover:bg-sunken/60 sm:px-5"
        >
          <Avatar name={profile.username} size="small" faded={profile.hidden} />
          <div className="min-w-0 flex-1">
            <Link
              translate="no"
              to="/profiles/$username"
              params={{ username: profile.username }}
              className="block truncate text-sm font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {profile.username}
            </Link>
            <p dir="auto" className="truncate text-[0.8125rem] text-muted">
              {profile.about ?? profile.owner.email}
            </p>
          </div>
          <div className="flex shrink-0 flex-col items-end gap-1 text-[0.8125rem] text-muted">
            <When at={profile[stamp]} />
            {(profile.hidden || profile.duplicateIdentities.length > 0) && (
              <span className="flex gap-1.5">
                {profile.hidden && <Badge tone="warn">Hidden</Badge>}
                {profile.duplicateIdentities.length > 0 && (
                  <Badge tone="warn">Shares an identity</Badge>
                )}
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
