import { clsx } from 'clsx';
import { Eye, EyeOff, MapPin, UsersRound } from 'lucide-react';
import { memo, type MouseEvent } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Badge } from '../../../components/badge.tsx';
import { Checkbox } from '../../../components/checkbox.tsx';
import { exactTime, timeText } from '../../../components/date-time.tsx';
import type { Profile } from '../../../moderation/profiles/list.ts';
import { useMark } from '../../../moderation/profiles/marks.ts';
import { StateBadge } from '../state-badge.tsx';
import { SocialLinks } from './social-links.tsx';

/**
 * A relative time in a row of a long list. It is not kept up to date: a clock in each row would slow down scrolling.
 */
const Age = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
    {timeText(at)}
  </time>
);

/** A card of three lines on a phone, more columns the wider the window. */
export const layout =
  'gap-x-3 md:gap-x-4 grid-cols-[1.5rem_minmax(0,1fr)_2.75rem] md:grid-cols-[1.5rem_minmax(0,1fr)_5.5rem_2.75rem] lg:grid-cols-[1.5rem_minmax(0,1fr)_8.5rem_13rem_5.5rem_2.75rem] xl:grid-cols-[1.5rem_minmax(0,1fr)_8.5rem_14rem_7rem_5.5rem_2.75rem]';

/** The width from which a column shows. */
const from = { medium: 'max-md:hidden', large: 'max-lg:hidden', huge: 'max-xl:hidden' } as const;

/** In the order of the cells. */
export const headers = [
  { name: 'Profile', className: 'max-md:text-xs' },
  { name: 'Links', className: from.large },
  { name: 'Owner', className: from.large },
  { name: 'Created', className: from.huge },
  { name: 'State', className: from.medium },
] as const;

/** Says that it changed while it was shown. */
function MarkBadge({ id }: { id: string }) {
  const mark = useMark(id);
  return mark ? (
    <span title={mark.message} className="shrink-0">
      <Badge tone="accent">{mark.badge}</Badge>
      <span className="sr-only">: {mark.message}</span>
    </span>
  ) : null;
}

/** Small icons for duplicate identities and a location. */
function Signs({
  duplicateIdentities,
  location,
}: Pick<Profile, 'duplicateIdentities' | 'location'>) {
  return (
    <>
      {duplicateIdentities.length > 0 && (
        <span role="img" aria-label="Shares an identity" title="Shares an identity with others">
          <UsersRound aria-hidden size={14} className="text-warn" />
        </span>
      )}
      {location && (
        <span role="img" aria-label="Says where it is" title="Says where it is">
          <MapPin aria-hidden size={14} className="text-muted" />
        </span>
      )}
    </>
  );
}

/** The address of a profile's page. A router's link in each row of a long list would slow down scrolling. */
const addressOf = (username: string) =>
  `${import.meta.env.BASE_URL}profiles/${encodeURIComponent(username)}`;

/** Whether a click opens the page in this tab. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

function Identity({
  profile,
  index,
  tabIndex,
  isWide,
  onOpen,
}: Pick<CellsProps, 'profile' | 'index' | 'tabIndex' | 'isWide' | 'onOpen'>) {
  const { id, username, about, hidden, owner, createdAt } = profile;
  return (
    <div role="gridcell" className="relative flex min-w-0 items-start gap-3">
      {isWide && <Avatar name={username} faded={hidden} />}
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2 leading-5">
          <a
            href={addressOf(username)}
            onClick={(event) => {
              if (isPlain(event)) {
                event.preventDefault();
                onOpen(index);
              }
            }}
            tabIndex={tabIndex}
            className="truncate font-medium text-ink after:absolute after:inset-0 hover:underline"
          >
            {username}
          </a>
          <Signs {...profile} />
          {!isWide && hidden && <StateBadge hidden />}
          <MarkBadge id={id} />
        </div>
        <p
          dir="auto"
          className={clsx(
            'line-clamp-2 text-left text-[0.8125rem] leading-4.5 wrap-anywhere text-muted',
            about === null && 'italic',
          )}
        >
          {about ?? 'No about text'}
        </p>
        {!isWide && (
          <p className="truncate text-xs leading-5 text-muted">
            <Age at={createdAt} /> · {owner.email}
          </p>
        )}
      </div>
    </div>
  );
}

function Owner({ owner }: Pick<Profile, 'owner'>) {
  return (
    <div role="gridcell" className={clsx('min-w-0 text-[0.8125rem]', from.large)}>
      <p className="truncate text-soft" title={owner.email}>
        {owner.email}
      </p>
      {owner.isSuspended && <p className="text-xs font-medium text-bad">Suspended</p>}
    </div>
  );
}

type CellsProps = {
  profile: Profile;
  index: number;
  isSelected: boolean;
  tabIndex: 0 | -1;
  /** Whether there is room for columns; otherwise it is a card. */
  isWide: boolean;
  isPassing: boolean;
  onSelect: (index: number, extend: boolean) => void;
  onOpen: (index: number) => void;
  /** Hides it, or restores it where it is hidden. */
  onToggleHidden: (profile: Profile) => void;
};

function RowCells({
  profile,
  index,
  isSelected,
  tabIndex,
  isWide,
  onSelect,
  onOpen,
  onToggleHidden,
}: CellsProps) {
  const { username, socials, hidden, createdAt } = profile;
  const action = hidden
    ? { name: `Restore ${username}`, icon: Eye }
    : { name: `Hide ${username}`, icon: EyeOff };
  return (
    <>
      <div role="gridcell" className="flex">
        <Checkbox
          label={`Select ${username}`}
          checked={isSelected}
          tabIndex={tabIndex}
          onCheckedChange={(_, extend) => onSelect(index, extend)}
        />
      </div>
      <Identity
        profile={profile}
        index={index}
        tabIndex={tabIndex}
        isWide={isWide}
        onOpen={onOpen}
      />
      {isWide && (
        <>
          <div role="gridcell" className={from.large}>
            <SocialLinks username={username} socials={socials} tabIndex={tabIndex} />
          </div>
          <Owner owner={profile.owner} />
          <div role="gridcell" className={clsx('text-[0.8125rem] text-muted', from.huge)}>
            <Age at={createdAt} />
          </div>
          <div role="gridcell">
            <StateBadge hidden={hidden} />
          </div>
        </>
      )}
      <div role="gridcell" className="justify-self-end">
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={action.name}
          title={action.name}
          onClick={() => onToggleHidden(profile)}
          className="grid size-9 place-items-center rounded-lg text-muted transition-colors hover:bg-line hover:text-ink pointer-coarse:size-11"
        >
          <action.icon aria-hidden size={17} />
        </button>
      </div>
    </>
  );
}

/** As much of a row as one sees while it flies past. */
function PassingCells({ profile: { username, about } }: CellsProps) {
  return (
    <>
      <div role="gridcell" />
      <div role="gridcell" className="min-w-0 md:pl-12">
        <p className="truncate leading-5 font-medium text-ink">{username}</p>
        <p className="truncate text-[0.8125rem] leading-4.5 text-muted">{about}</p>
      </div>
    </>
  );
}

/** The cells of a profile's row. Changes of other rows cause no redraw. */
export const ProfileCells = memo((props: CellsProps) =>
  props.isPassing ? <PassingCells {...props} /> : <RowCells {...props} />,
);
