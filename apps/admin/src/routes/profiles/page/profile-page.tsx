import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { buttonStyle } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { reasonOf } from '../../../failure.ts';
import { CasePage } from '../../../frame/page.tsx';
import { Loaded } from '../../../frame/states.tsx';
import { lastList, neighboursOf } from '../../../moderation/profiles/list.ts';
import type { Profile } from '../../../moderation/profiles/profile.ts';
import { useLatest } from '../../../moderation/profiles/progress.ts';
import { useUndoKeys } from '../../../moderation/undo-keys.ts';
import { useTitle } from '../../../title.ts';
import { Case } from '../case.tsx';
import { useDecisions } from '../../../moderation/profiles/use-decisions.tsx';
import { Neighbours } from './neighbours.tsx';
import { useOthersChange, useProfile } from './use-profile.ts';

const route = getRouteApi('/profiles/$username');

function Shown({ profile: read }: { profile: Profile }) {
  const navigate = useNavigate();
  const profile = useLatest(read);
  const change = useOthersChange(read);
  const goOn = useCallback(
    ({ length }: string[], hidden: boolean) => {
      const following = neighboursOf(profile.username)?.next;
      if (following && hidden && length > 0) {
        const { username } = following;
        void navigate({ to: '/profiles/$username', params: { username } });
      }
    },
    [navigate, profile.username],
  );
  const chosen = useCallback(async () => [profile], [profile]);
  const { askWhy, restore, layer } = useDecisions({
    group: 'Profile',
    chosen,
    isAny: true,
    onDecided: goOn,
  });
  return (
    <>
      <p role="status" className="px-6 text-accent-ink not-empty:pt-2 max-md:px-4">
        {change !== undefined &&
          `${change} while you were looking. This is how it is now.`}
      </p>
      <Case
        profile={profile}
        onHide={(anchor) => void askWhy(anchor)}
        onRestore={() => void restore()}
      />
      {layer}
    </>
  );
}

function Gone({ username }: { username: string }) {
  return (
    <Notice
      title="There is no such profile"
      actions={
        <Link to="/profiles" search={{ text: username }} className={buttonStyle()}>
          Search for it
        </Link>
      }
    >
      No profile is called “{username}”, or its owner deleted it.
    </Notice>
  );
}

function Content({ username }: { username: string }) {
  const inspected = useProfile(username);
  if (inspected.error && reasonOf(inspected.error) === 'PROFILE_NOT_FOUND') {
    return <Gone username={username} />;
  }
  return (
    <Loaded query={inspected} what="the profile">
      {({ data }) => <Shown key={data.profile.id} profile={data.profile} />}
    </Loaded>
  );
}

export function ProfilePage() {
  const { username } = route.useParams();
  useTitle(username);
  useUndoKeys();
  return (
    <CasePage
      back="Profiles"
      to="/profiles"
      search={lastList.get()}
      steps={<Neighbours username={username} />}
    >
      <Content username={username} />
    </CasePage>
  );
}
