import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { When } from '../../components/date-time.tsx';
import { UserBadges } from './user-badges.tsx';
import { profilesInWords, type ManagedUser } from './vocabulary.ts';

export const UserRow = memo(function UserRow({ user }: { user: ManagedUser }) {
  return (
    <div className="relative flex h-full items-center gap-3 px-4 transition-colors hover:bg-sunken/60 sm:px-5">
      <Avatar name={user.email} faded={user.suspension !== null} />
      <div className="min-w-0 flex-1">
        <Link
          translate="no"
          to="/users/$id"
          params={{ id: user.id }}
          className="block truncate text-sm font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {user.email}
        </Link>
        <p className="flex min-w-0 items-center gap-2 text-[0.8125rem] text-muted">
          <span className="flex shrink-0 gap-1.5 empty:hidden md:hidden">
            <UserBadges user={user} />
          </span>
          <span className="truncate">
            {user.username !== null && `${user.username} · `}
            {profilesInWords(user.profileCount)}
          </span>
        </p>
      </div>
      <div className="flex shrink-0 gap-1.5 max-md:hidden">
        <UserBadges user={user} />
      </div>
      <p className="w-36 shrink-0 text-[0.8125rem] text-muted max-lg:hidden">
        {user.lastSeenAt === null ? (
          'Never seen'
        ) : (
          <>
            Seen <When at={user.lastSeenAt} />
          </>
        )}
      </p>
      <p className="w-36 shrink-0 text-[0.8125rem] text-muted max-md:hidden">
        Joined <When at={user.createdAt} />
      </p>
    </div>
  );
});
