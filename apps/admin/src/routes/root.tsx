import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '../session.ts';
import { trpc } from '../trpc.ts';
import { NoAccess } from './no-access.tsx';
import { Opening, OpeningFailed } from './opening.tsx';
import { SignIn } from './sign-in/sign-in.tsx';

/** Whoever is not signed in does not wait for it. */
const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }));

const minutes = 60_000;

function SignedIn() {
  const me = useQuery(trpc.users.me.queryOptions(undefined, { staleTime: 5 * minutes }));
  if (me.data) {
    const { user, role } = me.data.data;
    return role === 'user' ? (
      <NoAccess email={user.email} />
    ) : (
      <Suspense fallback={<Opening offline={false} />}>
        <Shell who={{ id: user.id, email: user.email, role }}>
          <Outlet />
        </Shell>
      </Suspense>
    );
  }
  return me.error ? (
    <OpeningFailed error={me.error} onRetry={() => void me.refetch()} />
  ) : (
    <Opening offline={me.fetchStatus === 'paused'} />
  );
}

/**
 * The sign-in stands in the place of whatever the address names, so that the address outlives the session and the page is
 * there again afterwards.
 */
export function Root() {
  const { token, ended } = useSession();
  return token === null ? <SignIn ended={ended} /> : <SignedIn key={token} />;
}
