'use client';

import type { SignInHook } from '@namecard/client/react';

function typed(data: FormData): string {
  const value = data.get('typed');
  return typeof value === 'string' ? value : '';
}

/** Asks for an address, then for the code that was mailed to it. */
export function SignInForm({ signIn }: { signIn: SignInHook }) {
  const { step, email, isBusy, problem, resendIn } = signIn;
  const isAddress = step !== 'code';
  return (
    <form
      key={step}
      action={(data) =>
        isAddress ? signIn.sendCode(typed(data)) : signIn.verifyCode(typed(data))
      }
    >
      <h1>Sign in</h1>
      {isAddress ? (
        <label>
          Email{' '}
          <input
            name="typed"
            inputMode="email"
            autoComplete="email"
            defaultValue={email}
            autoFocus
          />
        </label>
      ) : (
        <label>
          Code from the mail to {email}{' '}
          <input name="typed" autoComplete="one-time-code" autoFocus />
        </label>
      )}
      <p role="alert">{problem?.message}</p>
      <button disabled={isBusy}>{isAddress ? 'Send me a code' : 'Sign in'}</button>
      {isAddress ? null : (
        <button
          type="button"
          disabled={resendIn > 0}
          onClick={() => void signIn.sendAgain()}
        >
          {resendIn > 0 ? `Send again in ${resendIn} s` : 'Send again'}
        </button>
      )}
    </form>
  );
}
