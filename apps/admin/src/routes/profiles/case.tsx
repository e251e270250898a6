import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { Fact } from '../../components/section.tsx';
import { CaseView } from '../../frame/page.tsx';
import { useIsLookedAt } from '../../frame/use-is-looked-at.ts';
import { Stale } from '../../frame/states.tsx';
import { identityNames } from '../../moderation/identities.ts';
import { Timeline } from '../../moderation/history/timeline.tsx';
import type { Profile } from '../../moderation/profiles/profile.ts';
import { useMark } from '../../moderation/profiles/marks.ts';
import { useIsSaving } from '../../moderation/saving.ts';
import { trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';
import { linksOf, OpenLink, searchFor, shortLink } from './links.tsx';
import { statesOf } from './list/profile-row.tsx';
import { LocationMap } from './location-map.tsx';

const number = new Intl.NumberFormat('en');
const conjunction = new Intl.ListFormat('en');

const textLink = 'wrap-anywhere text-ink underline-offset-3 hover:underline';

/** Everything about the owner and the relatives. */
const useDetails = (username: string, isLooked: boolean) =>
  useQuery(
    trpc.moderation.profiles.inspect.queryOptions({ username }, { enabled: isLooked }),
  );

type SocialLink = ReturnType<typeof linksOf>[number];

function CardLink({ social: { link, domain, name } }: { social: SocialLink }) {
  if (domain === undefined) {
    return (
      <li className="flex items-center gap-1.5 text-bad">
        <TriangleAlert aria-hidden size={14} className="shrink-0" />
        <span className="wrap-anywhere">
          {name}, not a web link: <bdi>{link}</bdi>
        </span>
      </li>
    );
  }
  return (
    <li className="flex items-center gap-1">
      <Link
        to="/profiles"
        search={searchFor(domain)}
        title={`Show the profiles that link to ${domain}`}
        className={`${textLink} pointer-coarse:py-3`}
      >
        <bdi>{shortLink(link)}</bdi>
      </Link>
      <OpenLink link={link} domain={domain} />
    </li>
  );
}

/** The card as others see it. */
function Card({ profile }: { profile: Profile }) {
  const { id, about, socials } = profile;
  const states = statesOf(profile, useIsSaving(id), useMark(id));
  return (
    <>
      <ul aria-label="State" className="mt-1 flex flex-wrap gap-x-3 gap-y-1 empty:hidden">
        {states.map(({ tone, word, title }) => (
          <li key={word}>
            <Badge tone={tone}>{word}</Badge>
            {title !== undefined && <span className="text-xs text-muted">: {title}</span>}
          </li>
        ))}
      </ul>
      {about !== null && (
        <p
          dir="auto"
          className="mt-2 overflow-clip text-base wrap-anywhere whitespace-pre-wrap"
        >
          {about}
        </p>
      )}
      <ul aria-label="Links" className="mt-2 empty:hidden">
        {linksOf(socials).map((link) => (
          <CardLink key={link.key} social={link} />
        ))}
      </ul>
    </>
  );
}

function Owner({ owner }: Pick<Profile, 'owner'>) {
  const { role } = useWho();
  if (role !== 'admin') return <span translate="no">{owner.email}</span>;
  return (
    <Link translate="no" to="/users/$id" params={{ id: owner.id }} className={textLink}>
      {owner.email}
    </Link>
  );
}

function Referral({ referral, referrer }: Pick<Profile, 'referral' | 'referrer'>) {
  if (referrer === null) {
    return (
      <Link to="/profiles" search={{ text: referral }} className={textLink}>
        <bdi>{referral}</bdi>
      </Link>
    );
  }
  return (
    <Link to="/profiles/$username" params={{ username: referrer }} className={textLink}>
      {referrer}
    </Link>
  );
}

type Details = NonNullable<ReturnType<typeof useDetails>['data']>['data'];

/** The owner's other profiles, and those that were referred by this one. */
function Relatives({ profile, siblingCount, siblings, referredCount }: Details) {
  const { owner, username } = profile;
  const hiddenCount = siblings.filter(({ hidden }) => hidden).length;
  return (
    <>
      {siblingCount > 0 && (
        <Fact name="Others">
          <Link
            to="/profiles"
            search={{ text: `owner:${owner.email}` }}
            className={textLink}
          >
            {number.format(siblingCount)} more of theirs
            {hiddenCount > 0 && `, ${hiddenCount} hidden`}
          </Link>
        </Fact>
      )}
      {referredCount > 0 && (
        <Fact name="Referred">
          <Link to="/profiles" search={{ referredBy: username }} className={textLink}>
            {number.format(referredCount)} {referredCount === 1 ? 'profile' : 'profiles'}
          </Link>
        </Fact>
      )}
    </>
  );
}

/** What is known of a profile, a line each. What is empty is not shown. */
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
      <Fact name="Created">
        <When at={createdAt} />
      </Fact>
      {updatedAt !== createdAt && (
        <Fact name="Changed">
          <When at={updatedAt} />
        </Fact>
      )}
      {referral !== '' && (
        <Fact name="Referred by">
          <Referral {...profile} />
        </Fact>
      )}
      {location && (
        <Fact name="Location">
          <LocationMap location={location} />
        </Fact>
      )}
    </dl>
  );
}

type CaseProps = {
  profile: Profile;
  onHide: (anchor: Element) => void;
  onRestore: () => void;
  /** Its level in the page; beside a list it is the second. */
  heading?: 'h1' | 'h2';
};

/** A profile as others see it, and what a moderator has to know of it. */
export function Case({ profile, onHide, onRestore, heading = 'h2' }: CaseProps) {
  const { id, username, hidden, owner } = profile;
  const isOwn = useWho().id === owner.id;
  const isLooked = useIsLookedAt(username);
  const details = useDetails(username, isLooked);
  return (
    <CaseView
      name={username}
      heading={heading}
      bar={
        <>
          {isOwn && (
            <p className="text-muted">Your own: another moderator decides about it.</p>
          )}
          {!isOwn && hidden && (
            <Button onClick={onRestore}>
              Restore <Kbd keys="r" />
            </Button>
          )}
          {!isOwn && !hidden && (
            <Button onClick={({ currentTarget }) => onHide(currentTarget)}>
              Hide <Kbd keys="h" />
            </Button>
          )}
        </>
      }
    >
      <Card profile={profile} />
      <Facts profile={profile}>
        {details.data && <Relatives {...details.data.data} />}
      </Facts>
      {details.data && details.error && <Stale query={details} />}
      {isLooked && <Timeline key={id} query={{ profileId: id }} />}
    </CaseView>
  );
}
