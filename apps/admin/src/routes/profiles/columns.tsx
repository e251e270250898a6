import { Avatar } from '../../components/avatar.tsx';
import { Badge } from '../../components/badge.tsx';
import type { Column } from '../../components/table.tsx';
import { About } from './about.tsx';
import { ModerateButton } from './moderate-button.tsx';
import { Place } from './place.tsx';
import type { Profile } from './profile.ts';
import { SocialLinks } from './social-links.tsx';

function Identity({ username, about, hidden }: Profile) {
  return (
    <div className="flex min-w-0 items-start gap-3 md:py-2.5">
      <Avatar name={username} faded={hidden} />
      <div className="min-w-0 flex-1">
        <p className="truncate leading-5 font-medium text-ink max-md:pr-22">{username}</p>
        <About text={about} />
      </div>
    </div>
  );
}

/** The columns of the list; where it is narrow, the places of a card. */
export const columns: readonly Column<Profile>[] = [
  {
    id: 'profile',
    header: 'Profile',
    cell: (profile) => <Identity {...profile} />,
    className:
      'w-full max-w-0 min-w-0 max-md:col-span-2 max-md:col-start-1 max-md:row-start-1 max-md:max-w-none',
  },
  {
    id: 'links',
    header: 'Links',
    cell: ({ username, socials }) => <SocialLinks username={username} socials={socials} />,
    className: 'max-md:col-start-1 max-md:row-start-2',
  },
  {
    id: 'location',
    header: 'Location',
    cell: ({ location }) => <Place location={location} />,
    className: 'max-lg:hidden',
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ hidden }) => (
      <Badge tone={hidden ? 'warn' : 'good'}>{hidden ? 'Hidden' : 'Active'}</Badge>
    ),
    className: 'max-md:col-start-2 max-md:row-start-1 max-md:self-start max-md:justify-self-end',
  },
  {
    id: 'action',
    header: 'Action',
    cell: ({ username, hidden }) => <ModerateButton username={username} hidden={hidden} />,
    className: 'max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end',
  },
];
