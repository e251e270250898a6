import { useQuery } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { Section, SectionNote } from '../../components/section.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useTitle } from '../../title.ts';
import { trpc } from '../../trpc.ts';
import { SeeAll } from '../../frame/see-all.tsx';
import { Loaded, Loading, StaleQuery } from '../../frame/states.tsx';
import { Deliveries } from '../../moderation/mail/deliveries.tsx';
import { useWho } from '../../who.ts';
import { Counts } from './counts.tsx';
import { Days } from './days.tsx';
import { DuplicateIdentities } from './duplicate-identities.tsx';
import { ProfileItems } from './profile-items.tsx';

/** What needs a look now, and how things went lately. */
export type Overview = inferOutput<typeof trpc.moderation.overview>['data'];

function LatelyChanged({ overview: { newest, changed } }: { overview: Overview }) {
  return (
    <>
      <Section
        title="Newest profiles"
        aside={<SeeAll to="/profiles" of="profiles, newest first" />}
      >
        {newest.length === 0 ? (
          <SectionNote>No profiles yet.</SectionNote>
        ) : (
          <ProfileItems label="Newest profiles" profiles={newest} stamp="createdAt" />
        )}
      </Section>
      <Section
        title="Changed by their owners this week"
        aside={
          <SeeAll
            to="/profiles"
            search={{ sort: 'changed' }}
            of="profiles, changed last first"
          />
        }
      >
        {changed.length === 0 ? (
          <SectionNote>None in the last 7 days.</SectionNote>
        ) : (
          <ProfileItems
            label="Lately changed profiles"
            profiles={changed}
            stamp="updatedAt"
          />
        )}
      </Section>
    </>
  );
}

function OutOfOrder({
  overview: { duplicateIdentities, failedMail },
}: {
  overview: Overview;
}) {
  const { role } = useWho();
  return (
    <>
      <Section
        title="Identities that several users link"
        aside={
          duplicateIdentities.length > 0 && (
            <SeeAll
              to={role === 'admin' ? '/users' : '/profiles'}
              search={{ duplicateIdentities: true }}
              of="who share an identity"
            />
          )
        }
      >
        {duplicateIdentities.length === 0 ? (
          <SectionNote>None.</SectionNote>
        ) : (
          <DuplicateIdentities duplicateIdentities={duplicateIdentities} />
        )}
      </Section>
      {failedMail !== null && (
        <Section
          title="Mail that did not arrive this week"
          aside={<SeeAll to="/mail" of="mail that waits or did not arrive" />}
        >
          {failedMail.length === 0 ? (
            <SectionNote>
              All of it arrived, as far as the provider has reported.
            </SectionNote>
          ) : (
            <Deliveries deliveries={failedMail} showAddress />
          )}
        </Section>
      )}
    </>
  );
}

const card = 'rounded-xl border border-line bg-surface shadow-card';

/** Shows until the overview is loaded. Only admins are shown counts of users. */
function LoadingOverview() {
  const { role } = useWho();
  return (
    <Loading what="the overview">
      <div className={`${card} flex flex-wrap gap-x-10 gap-y-5 p-5`}>
        {Array.from({ length: role === 'admin' ? 5 : 3 }, (_, number) => (
          <div key={number} className="min-w-24 flex-1 space-y-2">
            <Skeleton className="h-3.5 w-14" />
            <Skeleton className="h-6 w-20" />
          </div>
        ))}
      </div>
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        <div className={`${card} h-128`} />
        <div className={`${card} h-128`} />
      </div>
    </Loading>
  );
}

/** Milliseconds, while the page is in sight. */
const refetchInterval = 60_000;

function Parts() {
  const overview = useQuery(
    trpc.moderation.overview.queryOptions(undefined, { refetchInterval }),
  );
  return (
    <Loaded query={overview} what="The overview" loading={<LoadingOverview />}>
      {({ data }) => (
        <div className="grid grid-cols-1 gap-5">
          <StaleQuery query={overview} />
          <Counts counts={data.counts} />
          {/* Parts of any length, in two columns of about the same. */}
          <div className="gap-5 lg:columns-2 *:break-inside-avoid *:not-last:mb-5">
            <LatelyChanged overview={data} />
            <OutOfOrder overview={data} />
          </div>
          <Days days={data.days} />
        </div>
      )}
    </Loaded>
  );
}

/** What needs a look now, and how the last 30 days went. */
export function OverviewPage() {
  useTitle('Overview');
  return (
    <>
      <h1 className="mb-5 text-2xl font-semibold tracking-tight">Overview</h1>
      <Parts />
    </>
  );
}
