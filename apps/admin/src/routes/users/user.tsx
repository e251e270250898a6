import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, ShieldCheck, UserCheck, UserRoundX, UserX } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { failureOf } from '../../failure.ts';
import { useShortcut } from '../../keyboard.ts';
import { useTitle } from '../../title.ts';
import { trpc } from '../../trpc.ts';
import { EventList } from '../../moderation/history/event-list.tsx';
import { useUndoKeys } from '../../moderation/undo-keys.ts';
import { Loaded, StaleQuery } from '../../frame/states.tsx';
import { AdminsOnly } from './admins-only.tsx';
import { LoadingUser } from './loading.tsx';
import { Mail } from './mail.tsx';
import { OwnProfiles } from './own-profiles.tsx';
import { UserFacts } from './user-facts.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { Sessions } from './sessions.tsx';
import { SuspendDialog, UnsuspendDialog } from './suspend-dialogs.tsx';
import { Suspension } from './suspension.tsx';
import { UserBadges } from './user-badges.tsx';
import type { Inspected, ManagedUser } from './vocabulary.ts';

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

type Asked = 'role' | 'suspend' | 'unsuspend';

function Actions({ user }: { user: ManagedUser }) {
  const [asked, setAsked] = useState<Asked>();
  const [times, setTimes] = useState(0);
  const isSuspended = user.suspension !== null;
  const ask = (dialog: Asked) => {
    setAsked(dialog);
    setTimes(times + 1);
  };
  const dialogOf = (dialog: Asked) => ({
    user,
    open: asked === dialog,
    onOpenChange: () => setAsked(undefined),
  });
  useUndoKeys();
  useShortcut({ keys: 'c', label: 'Change the role', run: () => ask('role') });
  useShortcut({ keys: 's', label: 'Suspend', when: !isSuspended, run: () => ask('suspend') });
  useShortcut({
    keys: 'r',
    label: 'End the suspension',
    when: isSuspended,
    run: () => ask('unsuspend'),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="medium" onClick={() => ask('role')}>
        <ShieldCheck aria-hidden size={16} />
        <span>Change role</span>
      </Button>
      {isSuspended ? (
        <Button size="medium" onClick={() => ask('unsuspend')}>
          <UserCheck aria-hidden size={16} />
          <span>End suspension</span>
        </Button>
      ) : (
        <Button size="medium" onClick={() => ask('suspend')}>
          <UserX aria-hidden size={16} />
          <span>Suspend</span>
        </Button>
      )}
      {/* Asked anew, a dialog knows nothing of the last time. */}
      <Fragment key={times}>
        <RoleDialog {...dialogOf('role')} />
        <SuspendDialog {...dialogOf('suspend')} />
        <UnsuspendDialog {...dialogOf('unsuspend')} />
      </Fragment>
    </div>
  );
}

function Parts({ inspected }: { inspected: Inspected }) {
  const { user, sessions, profiles } = inspected;
  useTitle(user.email);
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 items-center gap-3.5">
          <Avatar name={user.email} faded={user.suspension !== null} />
          <div className="min-w-0">
            <h1 className="text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">
              {user.email}
            </h1>
            <p className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
              <UserBadges user={user} />
            </p>
          </div>
        </div>
        <Actions user={user} />
      </div>
      <Suspension suspension={user.suspension} />
      <div className="mt-6 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid grid-cols-1 gap-5">
          <UserFacts user={user} />
          <OwnProfiles user={user} profiles={profiles} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <Sessions user={user} sessions={sessions} />
          <Mail {...inspected} />
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
  if (failure && (failure.reason === 'USER_NOT_FOUND' || failure.reason === 'INPUT_INVALID')) {
    return <NoSuchUser />;
  }
  return (
    <>
      <Link
        to="/users"
        className="-ml-1 inline-flex items-center gap-1.5 rounded-md px-1 text-[0.8125rem] font-medium text-muted hover:text-ink pointer-coarse:min-h-11"
      >
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
