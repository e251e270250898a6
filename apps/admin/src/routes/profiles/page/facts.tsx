import { Link } from '@tanstack/react-router';
import { When } from '../../../components/date-time.tsx';
import { Fact, Section } from '../../../components/section.tsx';
import { LocationMap } from './location-map.tsx';
import type { Inspected } from './use-profile.ts';

const number = new Intl.NumberFormat('en');

export const textLink =
  'font-medium wrap-anywhere text-accent-ink underline-offset-3 hover:underline';

function Referral({ profile }: Pick<Inspected, 'profile'>) {
  const { referral, referrer } = profile;
  if (referrer !== null) {
    return (
      <Link to="/profiles/$username" params={{ username: referrer }} className={textLink}>
        {referrer}
      </Link>
    );
  }
  return referral === '' ? 'Nobody' : <bdi>{referral}</bdi>;
}

/** Where a profile is, when it was created, and its referrals. */
export function Facts({ profile, referredCount }: Inspected) {
  const { username, createdAt, updatedAt } = profile;
  return (
    <Section title="Facts">
      <dl className="divide-y divide-line">
        <Fact name="Created">
          <When at={createdAt} />
        </Fact>
        <Fact name="Changed by owner">
          {updatedAt === createdAt ? 'Never' : <When at={updatedAt} />}
        </Fact>
        <Fact name="Referred by">
          <Referral profile={profile} />
        </Fact>
        <Fact name="Has referred">
          {referredCount === 0 ? (
            'Nobody'
          ) : (
            <Link to="/profiles" search={{ referredBy: username }} className={textLink}>
              {number.format(referredCount)}{' '}
              {referredCount === 1 ? 'profile' : 'profiles'}
            </Link>
          )}
        </Fact>
        <Fact name="Location">
          <LocationMap location={profile.location} />
        </Fact>
      </dl>
    </Section>
  );
}
