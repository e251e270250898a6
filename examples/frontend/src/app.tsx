import { useSession } from '@namecard/client/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MyAccount } from './my-account.tsx';
import { MyCard } from './my-card.tsx';
import { explain, namecard, queryClient, trpc } from './namecard.ts';
import { People } from './people.tsx';
import { SignIn } from './sign-in.tsx';

export function App() {
  const { status } = useSession(namecard);
  const [farewell, setFarewell] = useState('');
  const isSignedIn = status === 'signed in';
  return (
    <>
      <header className="bar">
        <h1 className="brand">Cards</h1>
        {isSignedIn ? <Account onLeave={setFarewell} /> : null}
      </header>
      <main>
        {isSignedIn ? <Cards /> : null}
        {status === 'ended' ? (
          <SignIn notice="Your session is over. Sign in again." />
        ) : null}
        {status === 'signed out' ? <SignIn notice={farewell} /> : null}
      </main>
    </>
  );
}

function Account({ onLeave }: { onLeave: (why: string) => void }) {
  const me = useQuery(trpc.users.me.queryOptions());
  const signOut = useMutation({
    mutationFn: async () => namecard.signOut(),
    onSuccess: () => onLeave('You are signed out.'),
    onError: (error) => onLeave(explain(error)),
  });
  return (
    <div className="account">
      <span className="account-email">{me.data?.data.user.email}</span>
      <button className="quiet" type="button" onClick={() => signOut.mutate()}>
        Sign out
      </button>
    </div>
  );
}

/** Calls that begin at the same time share a request, so this page needs one. */
function Cards() {
  // The next person must not see data of this one.
  useEffect(() => () => queryClient.clear(), []);
  return (
    <div className="cards">
      <MyCard />
      <People />
      <MyAccount />
    </div>
  );
}
