'use client';

import { NamecardError } from '@namecard/client';
import { useSignIn } from '@namecard/client/react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { sendCode, verifyCode, type Outcome } from './actions.ts';
import { SignInForm } from './sign-in-form.tsx';

function resultOf<Result>(outcome: Outcome<Result>): Result {
  if (outcome.ok) return outcome.result;
  throw new NamecardError(outcome.reason, outcome.message, outcome);
}

/** The steps run in the browser and the calls on the server. The page never has the token. */
const onServer = {
  sendCode: async (input: { email: string }) => resultOf(await sendCode(input)),
  verifyCode: async (input: { email: string; otp: string }) =>
    resultOf(await verifyCode(input)),
};

export function SignInOnServer() {
  const signIn = useSignIn(onServer);
  const router = useRouter();
  useEffect(() => {
    if (signIn.step === 'signed in') router.refresh();
  }, [signIn.step, router]);
  return <SignInForm signIn={signIn} />;
}
