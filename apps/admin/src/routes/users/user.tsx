import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, UserRoundX } from 'lucide-react';
import { Avatar } from '../../components/avatar.tsx';
import { buttonStyle } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section, SectionNote } from '../../components/section.tsx';
import { backLinkStyle } from '../../components/styles.ts';
import { failureOf } from '../../failure.ts';
import { useTitle } from '../../title.ts';
import { trpc } from '../../trpc.ts';
import { SeeAll } from '../../frame/see-all.tsx';
import { EventList } from '../../moderation/history/event-list.tsx';
import { AdminsOnly } from '../../frame/admins-only.tsx';
import { Loaded, StaleQuery } from '../../frame/states.tsx';
import { Deliveries } from '../../moderation/mail/deliveries.tsx';
import { Suppressed } from '../../moderation/mail/suppressed.tsx';
import { LoadingUser } from './loading.tsx';
import { OwnProfiles } from './own-profiles.tsx';
import { PersonalData } from './personal-data.tsx';
import { UserFacts } from './user-facts.tsx';
import { Sessions } from './sessions.tsx';
import { Suspension } from './suspension.tsx';
import { UserActions } from './user-actions.tsx';
import { UserBadges } from './user-badges.tsx';
import type { Inspected } from './vocabulary.ts';

const route = getRouteApi('/users/$id');

const backToUsers = (
  <Link to="/users" className={buttonStyle()}>
    Go to users
  </Link>
);

function NoSuchUser() {
  useTitle('No such user');
  return (
    <Notice isPage icon={UserRoundX} title="There is no such user" actions={backToUsers}>
      The account may have been erased, or the link is mistyped.
    </Notice>
  );
}

function Parts({ inspected }: { inspected: Inspected }) {
  const { user, sessions, profiles, deliveries, isSuppressed } = inspected;
  useTitle(user.email);
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 items-center gap-3.5">
          <Avatar name={user.email} size="large" faded={user.suspension !== null} />
          <div className="min-w-0">
            <h1
              translate="no"
              className="text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl"
            >
              {user.email}
            </h1>
            <p className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
              <UserBadges user={user} />
            </p>
          </div>
        </div>
        <UserActions {...inspected} />
      </div>
      <Suspension suspension={user.suspension} />
      <div className="mt-6 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid grid-cols-1 gap-5">
          <UserFacts user={user} />
          <OwnProfiles user={user} profiles={profiles} />
          {user.canBeActedOn && <PersonalData user={user} />}
        </div>
        <div className="grid grid-cols-1 gap-5">
          <Sessions user={user} sessions={sessions} />
          <Section
            title="Mail"
            aside={
              <SeeAll
                to="/mail"
                search={{ address: user.email }}
                of={`mail to ${user.email}`}
              />
            }
          >
            {isSuppressed && <Suppressed address={user.email} />}
            {deliveries.length === 0 ? (
              <SectionNote>No mail was asked for lately.</SectionNote>
            ) : (
              <Deliveries deliveries={deliveries} />
            )}
          </Section>
          <Section title="History">
            <EventList query={{ userId: user.id }} />
          </Section>
        </div>
      </div>
    </>
  );
}

function UserDetails() {
  const { id } = route.useParams();
  const inspected = useQuery(trpc.moderation.users.inspect.queryOptions({ id }));
  const failure = inspected.error ? failureOf(inspected.error) : undefined;
  if (
    failure &&
    (failure.reason === 'USER_NOT_FOUND' || failure.reason === 'INPUT_INVALID')
  ) {
    return <NoSuchUser />;
  }
  return (
    <>
      <Link to="/users" className={backLinkStyle}>
        <ArrowLeft aria-hidden size={15} /> Users
      </Link>
      <StaleQuery query={inspected} className="mt-4" />
      <Loaded isPage query={inspected} what="The user" loading={<LoadingUser />}>
        {({ data }) => <Parts inspected={data} />}
      </Loaded>
    </>
  );
}

/** One user, with everything that admins can do. */
export const UserPage = () => (
  <AdminsOnly>
    <UserDetails />
  </AdminsOnly>
);
