'use client';

import { fromActions } from '@namecard/client/next';
import { useSignIn } from '@namecard/client/react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { sendCode, verifyCode } from './actions.ts';
import { SignInForm } from './sign-in-form.tsx';

/** The steps run in the browser and the calls on the server. The page never has the token. */
const onServer = fromActions({ sendCode, verifyCode });

export function SignInOnServer() {
  const signIn = useSignIn(onServer);
  const router = useRouter();
  useEffect(() => {
    if (signIn.step === 'signed in') router.refresh();
  }, [signIn.step, router]);
  return <SignInForm signIn={signIn} />;
}
