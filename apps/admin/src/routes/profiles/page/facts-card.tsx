import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { When } from '../../../components/date-time.tsx';
import { Card } from './card.tsx';
import type { Inspected } from './use-profile.ts';

const number = new Intl.NumberFormat('en');

export const textLink =
  'font-medium wrap-anywhere text-accent-ink underline-offset-3 hover:underline';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-right wrap-anywhere text-soft">{children}</dd>
    </div>
  );
}

function Referral({ profile }: Pick<Inspected, 'profile'>) {
  const { referral, referrer } = profile;
  if (referrer !== null) {
    return (
      <Link to="/profiles/$username" params={{ username: referrer }} className={textLink}>
        {referrer}
      </Link>
    );
  }
  return referral === '' ? 'Nobody' : referral;
}

/** When a profile was created, and its referrals. */
export function FactsCard({ profile, referredCount }: Inspected) {
  const { username, createdAt, updatedAt } = profile;
  return (
    <Card title="Facts">
      <dl className="text-sm">
        <Fact name="Created">
          <When at={createdAt} />
        </Fact>
        <Fact name="Changed by its owner">
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
              {number.format(referredCount)} {referredCount === 1 ? 'profile' : 'profiles'}
            </Link>
          )}
        </Fact>
      </dl>
    </Card>
  );
}
