import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { queryClient } from '../query-client.ts';
import { currentSession, useSession } from '../session.ts';
import { trpc } from '../trpc.ts';
import { lazily } from './lazily.ts';
import { NoAccess } from './no-access.tsx';
import { Opening, OpeningFailed } from './opening.tsx';

// Whoever is signed in does not wait for the sign-in, and who is not, not for the rest.
const SignIn = lazy(async () => ({ default: (await import('./sign-in/sign-in.tsx')).SignIn }));
const loadShell = () => import('./shell.tsx');
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));
const loadDialog = () => import('./sign-in/sign-in-dialog.tsx');
const SignInDialog = lazily(async () => (await loadDialog()).SignInDialog);

/** Milliseconds after which the page has all it needs itself. */
const settled = 20_000;

/** Loads the dialog ahead, so that it is there even where a newer version has replaced it by the time it is needed. */
function useDialogAhead(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) {
      return undefined;
    }
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), settled);
    return () => clearTimeout(timer);
  }, [isShown]);
}

const minutes = 60_000;

const meOptions = trpc.users.me.queryOptions(undefined, { staleTime: 5 * minutes });

// Whoever comes back signed in is asked for, and given the shell, while the page is still being loaded.
if (currentSession().token !== null) {
  void queryClient.prefetchQuery(meOptions);
  loadShell().catch(() => undefined);
}

function SignedIn({ ended }: { ended: boolean }) {
  const me = useQuery(meOptions);
  useDialogAhead(me.isSuccess);
  if (!me.data) {
    if (ended) {
      return <SignIn ended />;
    }
    return me.error ? (
      <OpeningFailed error={me.error} onRetry={() => void me.refetch()} />
    ) : (
      <Opening offline={me.fetchStatus === 'paused'} />
    );
  }
  const { user, role } = me.data.data;
  if (role === 'user') {
    return ended ? <SignIn ended /> : <NoAccess email={user.email} />;
  }
  const who = { id: user.id, email: user.email, role };
  return (
    <>
      <Shell who={who}>
        <Outlet />
      </Shell>
      <Suspense>{ended && <SignInDialog who={who} />}</Suspense>
    </>
  );
}

/**
 * The sign-in stands in the place of whatever the address names, so that the address outlives the session and the page is
 * there again afterwards. Over a page that is in use it is a dialog, and the page waits.
 */
export function Root() {
  const { token, ended, person } = useSession();
  return (
    <Suspense fallback={<Opening offline={false} />}>
      {token === null && !ended ? <SignIn /> : <SignedIn key={person} ended={ended} />}
    </Suspense>
  );
}
