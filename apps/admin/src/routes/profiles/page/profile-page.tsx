import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Eye, EyeOff, SearchX } from 'lucide-react';
import { Alert } from '../../../components/alert.tsx';
import { Avatar } from '../../../components/avatar.tsx';
import { Button, buttonStyle } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { failureOf } from '../../../failure.ts';
import { useShortcut } from '../../../keyboard.ts';
import { useTitle } from '../../../title.ts';
import { EventList } from '../../../moderation/history/event-list.tsx';
import { useUndoKeys } from '../../../moderation/undo-keys.ts';
import { Loaded, StaleQuery } from '../../../frame/states.tsx';
import { Card } from './card.tsx';
import { StateBadge } from '../state-badge.tsx';
import { FactsCard } from './facts-card.tsx';
import { LoadingProfile } from './loading-profile.tsx';
import { Neighbours } from './neighbours.tsx';
import { OwnerCard } from './owner-card.tsx';
import { LocationMap } from './location-map.tsx';
import { neighboursOf, type Profile } from '../../../moderation/profiles/list.ts';
import { TextCard } from './text-card.tsx';
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
  useShortcut({ keys: 'r', label: 'Restore', group, when: profile.hidden, run: showAgain });
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
  const { id, username, hidden } = profile;
  const change = useOthersChange(profile);
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-4">
        <Avatar name={username} size="large" faded={hidden} />
        <div className="min-w-0 flex-1 basis-52">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{username}</h1>
          <div className="mt-1">
            <StateBadge hidden={hidden} />
          </div>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <Actions key={id} profile={profile} />
        </div>
      </div>
      <div role="status" className="mt-4 empty:hidden">
        {change !== undefined && (
          <Alert tone="info">{change} while you were looking. This is how it is now.</Alert>
        )}
      </div>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <TextCard {...profile} />
          <Card title="History" flush>
            <EventList
              query={{ profileId: id }}
              empty={<p className="px-5 pb-5 text-muted">No moderator has touched it yet.</p>}
            />
          </Card>
        </div>
        <div className="grid gap-5">
          <OwnerCard {...inspected} />
          <FactsCard {...inspected} />
          <Card title="Location">
            <LocationMap location={profile.location} />
          </Card>
        </div>
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
