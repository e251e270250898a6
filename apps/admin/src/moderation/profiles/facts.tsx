import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { counted } from '../../components/count.ts';
import { timeText } from '../../components/date-time.tsx';
import { Fact, TimeFact } from '../../components/section.tsx';
import { linkStyle } from '../../components/styles.ts';
import { useIsLookedAt } from '../../frame/use-is-looked-at.ts';
import { Stale } from '../../frame/states.tsx';
import { trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';
import { Past } from '../history/past.tsx';
import { identityNames } from '../identities.ts';
import { Address } from '../users/address.tsx';
import type { Profile } from './profile.ts';

const conjunction = new Intl.ListFormat('en');

const useDetails = (username: string, isLooked: boolean) =>
  useQuery(
    trpc.moderation.profiles.inspect.queryOptions({ username }, { enabled: isLooked }),
  );

function Owner({ owner }: Pick<Profile, 'owner'>) {
  const { role } = useWho();
  if (role !== 'admin') return <Address key={owner.id} of={owner} />;
  return (
    <Link translate="no" to="/users/$id" params={{ id: owner.id }} className={linkStyle}>
      {owner.email}
    </Link>
  );
}

function Referral({ referral, referrer }: Pick<Profile, 'referral' | 'referrer'>) {
  if (referrer === null) {
    return (
      <Link to="/profiles" search={{ text: referral }} className={linkStyle}>
        <bdi>{referral}</bdi>
      </Link>
    );
  }
  return (
    <Link to="/profiles/$username" params={{ username: referrer }} className={linkStyle}>
      {referrer}
    </Link>
  );
}

const countries = new Intl.DisplayNames('en', { type: 'region' });

const degrees = (value: number, [positive, negative]: readonly [string, string]) =>
  `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;

/** The nearest town, as members see it, or the coordinates. Linked to a map. */
function Place({ latitude, longitude }: NonNullable<Profile['location']>) {
  const { data } = useQuery(
    trpc.moderation.profiles.town.queryOptions(
      { latitude, longitude },
      { staleTime: Infinity },
    ),
  );
  const { name = null, country = null } = data?.data ?? {};
  const town =
    name !== null && country !== null && `${name}, ${countries.of(country) ?? country}`;
  return (
    <a
      href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=6/${latitude}/${longitude}`}
      target="_blank"
      rel="noreferrer"
      className={linkStyle}
    >
      {town || `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`}
    </a>
  );
}

type Details = NonNullable<ReturnType<typeof useDetails>['data']>['data'];

function Relatives({ profile, siblingCount, siblings, referredCount }: Details) {
  const { owner, username } = profile;
  const hiddenCount = siblings.filter(({ hidden }) => hidden).length;
  return (
    <>
      {siblingCount > 0 && (
        <Fact name="Others">
          <Link
            to="/profiles"
            search={{ text: `owner:${owner.email ?? owner.id}` }}
            className={linkStyle}
          >
            {counted(siblingCount, 'profile')}
            {hiddenCount > 0 && `, ${hiddenCount} hidden`}
          </Link>
        </Fact>
      )}
      {referredCount > 0 && (
        <Fact name="Referred">
          <Link to="/profiles" search={{ referredBy: username }} className={linkStyle}>
            {counted(referredCount, 'profile')}
          </Link>
        </Fact>
      )}
    </>
  );
}

function Facts({ profile, children }: { profile: Profile; children: ReactNode }) {
  const { owner, createdAt, updatedAt, referral, duplicateIdentities, location } =
    profile;
  const shared = duplicateIdentities.map((identity) => identityNames[identity]);
  return (
    <dl className="mt-5 border-t border-line pt-4">
      <Fact name="Owner">
        <Owner owner={owner} />
      </Fact>
      {shared.length > 0 && (
        <Fact name="Identity">Others link the same {conjunction.format(shared)}</Fact>
      )}
      {children}
      <TimeFact name="Created" at={createdAt} />
      {timeText(updatedAt) !== timeText(createdAt) && (
        <TimeFact name="Changed" at={updatedAt} />
      )}
      {referral !== '' && (
        <Fact name="Referred by">
          <Referral {...profile} />
        </Fact>
      )}
      {location && (
        <Fact name="Location">
          <Place {...location} />
        </Fact>
      )}
    </dl>
  );
}

export function Background({ profile }: { profile: Profile }) {
  const { id, username } = profile;
  const isLooked = useIsLookedAt(username);
  const details = useDetails(username, isLooked);
  return (
    <>
      <Facts profile={profile}>
        {details.data && <Relatives {...details.data.data} />}
      </Facts>
      {details.data && <Stale query={details} />}
      {isLooked && <Past subject={{ userId: profile.owner.id, profileId: id }} />}
    </>
  );
}
