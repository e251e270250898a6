import { clsx } from 'clsx';
import { MapPin, UsersRound } from 'lucide-react';
import { memo } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Badge } from '../../../components/badge.tsx';
import { buttonStyle } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/checkbox.tsx';
import { exactTime, timeText } from '../../../components/date-time.tsx';
import type { Profile } from '../../../moderation/profiles/list.ts';
import { useMark } from '../../../moderation/profiles/marks.ts';
import { useWho } from '../../../who.ts';
import { DeceptionBadge } from '../deception-badge.tsx';
import { RowLink } from './row-link.tsx';
import { SocialLinks } from './social-links.tsx';

/**
 * A relative time in a row of a long list. It is not kept up to date: a clock in each row would slow down scrolling.
 */
const Age = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
    {timeText(at)}
  </time>
);

/** A card of three lines where there is no room for columns; more columns the wider the window. */
export const layout =
  'gap-x-3 lg:gap-x-4 grid-cols-[1.5rem_minmax(0,1fr)_4.25rem] lg:grid-cols-[1.5rem_minmax(0,1fr)_14rem_11rem_4.75rem] xl:grid-cols-[1.5rem_minmax(0,1fr)_14rem_13rem_6.5rem_4.75rem]';

/** The width from which a column shows. */
const from = { large: 'max-lg:hidden', huge: 'max-xl:hidden' } as const;

/** In the order of the cells. */
export const headers = [
  { name: 'Profile', className: '' },
  { name: 'Links', className: from.large },
  { name: 'Owner', className: from.large },
  { name: 'Created', className: from.huge },
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
        <span
          role="img"
          aria-label="Shares an identity"
          title="Shares an identity with others"
        >
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

function NameLink({ profile, index, tabIndex, onOpen }: CellsProps) {
  const { username } = profile;
  return (
    <RowLink
      translate="no"
      address={`profiles/${encodeURIComponent(username)}`}
      onFollow={() => onOpen(index)}
      tabIndex={tabIndex}
      className="truncate font-medium text-ink after:absolute after:inset-0 hover:underline"
    >
      {username}
    </RowLink>
  );
}

function AboutText({
  about,
  isWide,
}: Pick<Profile, 'about'> & Pick<CellsProps, 'isWide'>) {
  return (
    <p
      dir="auto"
      className={clsx(
        'min-w-0 flex-1 text-left text-[0.8125rem] leading-4.5 wrap-anywhere text-muted',
        isWide ? 'line-clamp-2' : 'line-clamp-1',
        about === null && 'italic',
      )}
    >
      {about ?? 'No about text'}
    </p>
  );
}

function Identity(props: CellsProps) {
  const { profile, tabIndex, isWide, onFilter } = props;
  const { id, username, about, socials, hidden, owner, createdAt } = profile;
  const deceptions = (
    <DeceptionBadge texts={[username, about ?? '', ...Object.values(socials)]} />
  );
  return (
    <div role="gridcell" className="relative flex min-w-0 items-start gap-3">
      {isWide && <Avatar name={username} faded={hidden} />}
      <div className="min-w-0 flex-1">
        <div className="-m-1 flex min-w-0 items-center gap-2 overflow-hidden p-1 leading-5">
          <NameLink {...props} />
          <Signs {...profile} />
          {hidden && <Badge tone="warn">Hidden</Badge>}
          {isWide && deceptions}
          <MarkBadge id={id} />
        </div>
        <div className="flex items-center gap-2">
          {!isWide && deceptions}
          <AboutText about={about} isWide={isWide} />
        </div>
        {!isWide && (
          <div className="-ml-1 flex h-6 flex-wrap gap-x-1 overflow-hidden text-xs leading-6 text-muted">
            <SocialLinks {...profile} tabIndex={tabIndex} onFilter={onFilter} />
            <span className="min-w-0 flex-1 basis-20 truncate pl-1">
              <Age at={createdAt} /> · {owner.email}
            </span>
          </div>
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
  onFilter: (domain: string) => void;
  /** Hides it, or restores it where it is hidden. */
  onToggleHidden: (profile: Profile) => void;
};

function RowCells(props: CellsProps) {
  const {
    profile,
    index,
    isSelected,
    tabIndex,
    isWide,
    onSelect,
    onFilter,
    onToggleHidden,
  } = props;
  const { username, hidden, createdAt, owner } = profile;
  const isOwn = useWho().id === owner.id;
  const action = hidden ? 'Restore' : 'Hide';
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
      <Identity {...props} />
      {isWide && (
        <>
          <div
            role="gridcell"
            className="-ml-1 flex max-h-12 min-w-0 flex-wrap gap-x-1 overflow-hidden text-[0.8125rem]"
          >
            <SocialLinks {...profile} tabIndex={tabIndex} onFilter={onFilter} />
          </div>
          <Owner owner={owner} />
          <div role="gridcell" className={clsx('text-[0.8125rem] text-muted', from.huge)}>
            <Age at={createdAt} />
          </div>
        </>
      )}
      <div role="gridcell" className="justify-self-end">
        {isOwn ? (
          <span className="text-[0.8125rem] text-muted">Yours</span>
        ) : (
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label={`${action} ${username}`}
            onClick={() => onToggleHidden(profile)}
            className={clsx(buttonStyle({ variant: 'quiet' }), '-mr-2')}
          >
            {action}
          </button>
        )}
      </div>
    </>
  );
}

/** As much of a row as one sees while it flies past. */
function PassingCells({ profile: { username, about } }: CellsProps) {
  return (
    <>
      <div role="gridcell" />
      <div role="gridcell" className="min-w-0 lg:pl-12">
        <p translate="no" className="truncate leading-5 font-medium text-ink">
          {username}
        </p>
        <p className="truncate text-[0.8125rem] leading-4.5 text-muted">{about}</p>
      </div>
    </>
  );
}

/** The cells of a profile's row. Changes of other rows cause no redraw. */
export const ProfileCells = memo((props: CellsProps) =>
  props.isPassing ? <PassingCells {...props} /> : <RowCells {...props} />,
);
