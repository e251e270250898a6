import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { When } from '../../components/date-time.tsx';
import type { Overview } from './vocabulary.ts';

type Profile = Overview['newest'][number];

type ProfileItemsProps = {
  label: string;
  profiles: readonly Profile[];
  /** The instant to show. */
  stamp: 'createdAt' | 'updatedAt';
};

export function ProfileItems({ label, profiles, stamp }: ProfileItemsProps) {
  return (
    <ul aria-label={label}>
      {profiles.map((profile) => (
        <li key={profile.id} className="relative flex items-center gap-3 py-1">
          <div className="min-w-0 flex-1">
            <Link
              translate="no"
              to="/profiles/$username"
              params={{ username: profile.username }}
              className="block truncate text-sm font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {profile.username}
            </Link>
            <p dir="auto" className="truncate text-sm text-muted">
              {profile.about ?? profile.owner.email}
            </p>
          </div>
          <div className="flex shrink-0 flex-col items-end gap-1 text-sm text-muted">
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
