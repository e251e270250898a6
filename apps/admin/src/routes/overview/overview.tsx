import { useQuery } from '@tanstack/react-query';
import { Section, SectionNote } from '../../components/section.tsx';
import { trpc } from '../../trpc.ts';
import { ListPage } from '../../frame/page.tsx';
import { SeeAll } from './see-all.tsx';
import { Loaded } from '../../frame/states.tsx';
import { Deliveries } from '../../moderation/mail/deliveries.tsx';
import { useWho } from '../../who.ts';
import { Counts } from './counts.tsx';
import { Days } from './days.tsx';
import { DuplicateIdentities } from './duplicate-identities.tsx';
import { ProfileItems } from './profile-items.tsx';
import type { Overview } from './vocabulary.ts';

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
            <SectionNote>No failures this week.</SectionNote>
          ) : (
            <Deliveries deliveries={failedMail} showAddress />
          )}
        </Section>
      )}
    </>
  );
}

/** Milliseconds, while the page is in sight. */
const refetchInterval = 60_000;

function Parts() {
  const overview = useQuery(
    trpc.moderation.overview.queryOptions(undefined, { refetchInterval }),
  );
  return (
    <Loaded query={overview} what="the overview">
      {({ data }) => (
        <div className="grid grid-cols-1 gap-8 px-4 py-4 md:pl-10">
          <Counts counts={data.counts} />
          {/* Parts of any length, in two columns of about the same. */}
          <div className="gap-10 lg:columns-2 *:break-inside-avoid *:not-last:mb-8">
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
export const OverviewPage = () => (
  <ListPage title="Overview">
    <Parts />
  </ListPage>
);
