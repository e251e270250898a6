import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useFocusOnHeading } from './frame/focus-on-heading.ts';
import { NoAccess } from './frame/no-access.tsx';
import { Opening, OpeningFailed } from './frame/opening.tsx';
import { ownChunk } from './frame/own-chunk.tsx';
import { isSignedIn, session } from './namecard.ts';
import { queryClient } from './query-client.ts';
import { useStore } from './store.ts';
import { trpc } from './trpc.ts';

// Loads only what is needed: the sign-in page, or the rest.
const SignIn = ownChunk(
  async () => (await import('./routes/sign-in/sign-in.tsx')).SignIn,
);
const Frame = ownChunk(async () => (await import('./frame.tsx')).Frame);
const SignInDialog = ownChunk(
  async () => (await import('./routes/sign-in/sign-in-dialog.tsx')).SignInDialog,
);

/** Milliseconds until the page itself has loaded. */
const idleAfter = 5_000;

/**
 * Preloads the sign-in and the other pages. Later there may be no connection, or a
 * new version.
 */
function useRestAhead(isShown: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isShown) {
      return undefined;
    }
    const timer = setTimeout(() => {
      void SignInDialog.preload();
      for (const route of Object.values(router.routesById)) {
        void router.loadRouteChunk(route);
      }
    }, idleAfter);
    return () => clearTimeout(timer);
  }, [isShown, router]);
}

const minutes = 60_000;

const meOptions = trpc.users.me.queryOptions(undefined, { staleTime: 5 * minutes });

// With a session, asks who it is and loads the shell while the page still loads.
if (isSignedIn()) {
  void queryClient.prefetchQuery(meOptions);
  void Frame.preload();
} else {
  void SignIn.preload();
}

const opening = <Opening offline={false} />;

function SignedIn({ ended }: { ended: boolean }) {
  const me = useQuery(meOptions);
  useRestAhead(me.isSuccess);
  if (!me.data) {
    if (ended) {
      return <SignIn ended fallback={opening} />;
    }
    return me.error ? (
      <OpeningFailed error={me.error} onRetry={() => void me.refetch()} />
    ) : (
      <Opening offline={me.fetchStatus === 'paused'} />
    );
  }
  const { user, role } = me.data.data;
  if (role === 'user') {
    return ended ? <SignIn ended fallback={opening} /> : <NoAccess email={user.email} />;
  }
  const who = { id: user.id, email: user.email, role };
  return (
    <>
      <Frame who={who} fallback={opening}>
        <Outlet />
      </Frame>
      {ended && <SignInDialog who={who} />}
    </>
  );
}

/**
 * Shows the sign-in without changing the URL, so that the page follows. Above a
 * page in use the sign-in is a dialog and the page waits.
 */
export function Root() {
  const { status, person } = useStore(session);
  useFocusOnHeading();
  switch (status) {
    case 'opening':
      return opening;
    case 'signed out':
      return <SignIn fallback={opening} />;
    default:
      return <SignedIn key={person} ended={status === 'ended'} />;
  }
}
