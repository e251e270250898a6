import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Eye, EyeOff, SearchX } from 'lucide-react';
import { Alert } from '../../../components/alert.tsx';
import { Avatar } from '../../../components/avatar.tsx';
import { Badge } from '../../../components/badge.tsx';
import { Button, buttonStyle } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import { failureOf } from '../../../failure.ts';
import { useShortcut } from '../../../keyboard.ts';
import { useTitle } from '../../../title.ts';
import { useWho } from '../../../who.ts';
import { EventList } from '../../../moderation/history/event-list.tsx';
import { useUndoKeys } from '../../../moderation/undo-keys.ts';
import { Loaded, StaleQuery } from '../../../frame/states.tsx';
import { DeceptionBadge } from '../deception-badge.tsx';
import { Facts } from './facts.tsx';
import { HiddenNotice } from './hidden-notice.tsx';
import { LoadingProfile } from './loading-profile.tsx';
import { Neighbours } from './neighbours.tsx';
import { Owner } from './owner.tsx';
import { neighboursOf, type Profile } from '../../../moderation/profiles/list.ts';
import { TextSection } from './text-section.tsx';
import { HideDialog, RestoreDialog, useModeration } from '../use-moderation.ts';
import { useOthersChange, useProfile, type Inspected } from './use-profile.ts';

const route = getRouteApi('/profiles/$username');

const group = 'Profile';

/** The page always shows the profile as it was read last, and has no selection. */
const asShown = (profiles: readonly Profile[]) => [...profiles];

function Actions({ profile }: { profile: Profile }) {
  const navigate = useNavigate();
  const goOn = ({ length }: string[], hidden: boolean) => {
    const next = neighboursOf(profile.username)?.next;
    if (next && hidden && length > 0) {
      void navigate({ to: '/profiles/$username', params: { username: next.username } });
    }
  };
  const { hiding, restoring } = useModeration(asShown, goOn);
  const hide = () => void hiding.ask([profile]);
  const showAgain = () => void restoring.restore([profile]);
  useShortcut({ keys: 'h', label: 'Hide', group, when: !profile.hidden, run: hide });
  useShortcut({
    keys: 'r',
    label: 'Restore',
    group,
    when: profile.hidden,
    run: showAgain,
  });
  return (
    <>
      {profile.hidden ? (
        <>
          <Button size="medium" onClick={() => void restoring.ask([profile])}>
            Restore with a note…
          </Button>
          <Button size="medium" busy={restoring.busy} onClick={showAgain}>
            <Eye aria-hidden size={16} /> <span>Restore</span>
          </Button>
        </>
      ) : (
        <Button
          size="medium"
          variant="solid"
          onPointerEnter={HideDialog.prepare}
          onFocus={HideDialog.prepare}
          onClick={hide}
        >
          <EyeOff aria-hidden size={16} /> <span>Hide…</span>
        </Button>
      )}
      <HideDialog {...hiding} wanted={hiding.isOpen} />
      <RestoreDialog {...restoring} wanted={restoring.isOpen} />
    </>
  );
}

function Shown(inspected: Inspected) {
  const { profile } = inspected;
  const { id, username, hidden, owner } = profile;
  const isOwn = useWho().id === owner.id;
  const change = useOthersChange(profile);
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 items-center gap-3.5">
          <Avatar name={username} size="large" faded={hidden} />
          <div className="min-w-0">
            <h1
              translate="no"
              className="overflow-clip text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl"
            >
              {username}
            </h1>
            <p className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
              {hidden && <Badge tone="warn">Hidden</Badge>}
              <DeceptionBadge texts={[username]} />
            </p>
          </div>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          {isOwn ? (
            <p className="text-sm text-muted">
              Your own: another moderator decides about it.
            </p>
          ) : (
            <Actions key={id} profile={profile} />
          )}
        </div>
      </div>
      <div role="status" className="mt-4 empty:hidden">
        {change !== undefined && (
          <Alert tone="info">
            {change} while you were looking. This is how it is now.
          </Alert>
        )}
      </div>
      {hidden && <HiddenNotice id={id} />}
      <div className="mt-6 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid grid-cols-1 gap-5">
          <TextSection {...profile} />
          <Facts {...inspected} />
          <Section title="History">
            <EventList
              query={{ profileId: id }}
              empty={
                <p className="px-4 py-4 text-muted sm:px-5">
                  No moderator has touched it yet.
                </p>
              }
            />
          </Section>
        </div>
        <Owner {...inspected} />
      </div>
    </>
  );
}

/** Says that there is no such profile, or none any more. */
function Gone({ username }: { username: string }) {
  return (
    <Notice
      isPage
      icon={SearchX}
      title="There is no such profile"
      actions={
        <Link to="/profiles" search={{ text: username }} className={buttonStyle()}>
          Search for it
        </Link>
      }
    >
      Nobody is called “{username}”, or it was deleted by its owner.
    </Notice>
  );
}

function Content({ username }: { username: string }) {
  const inspected = useProfile(username);
  if (inspected.error && failureOf(inspected.error).reason === 'PROFILE_NOT_FOUND') {
    return <Gone username={username} />;
  }
  return (
    <>
      <StaleQuery query={inspected} className="mt-4" />
      <Loaded
        isPage
        query={inspected}
        what="The profile"
        loading={<LoadingProfile username={username} />}
      >
        {({ data }) => <Shown {...data} />}
      </Loaded>
    </>
  );
}

export function ProfilePage() {
  const { username } = route.useParams();
  useTitle(username);
  useUndoKeys();
  return (
    <>
      <Neighbours username={username} />
      <Content username={username} />
    </>
  );
}
