'use client';

import { createClient } from '@namecard/client';
import { useSession, useSignIn } from '@namecard/client/react';
import { SignInForm } from '../sign-in-form.tsx';

/** The browser calls the service, whose `CORS_ORIGINS` must list this page's origin. */
const namecard = createClient({
  url: process.env['NEXT_PUBLIC_NAMECARD_URL'] ?? 'http://127.0.0.1:3000',
  storage: () => sessionStorage,
});

export default function Page() {
  const { status } = useSession(namecard);
  const signIn = useSignIn(namecard);
  if (status === 'opening') return null;
  if (status !== 'signed in') return <SignInForm signIn={signIn} />;
  return (
    <main>
      <h1>Signed in in the browser</h1>
      <button type="button" onClick={() => void namecard.signOut()}>
        Sign out
      </button>
    </main>
  );
}
