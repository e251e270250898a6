import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '../../components/alert.tsx';
import { useTitle } from '../../title.ts';
import { trpc } from '../../trpc.ts';
import { Frame } from '../frame.tsx';
import { AddressStep } from './address-step.tsx';
import { CodeStep } from './code-step.tsx';

/** A mail that was asked for: where to, how often by now, and when last. */
export type Sent = { email: string; times: number; at: number };

/** Sign-in in two steps: the address, then the code that was mailed to it. */
export function SignIn({ ended }: { ended: boolean }) {
  useTitle('Sign in');
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<Sent>();
  const send = useMutation(
    trpc.auth.sendCode.mutationOptions({
      onSuccess: (_answer, { email: to }) =>
        setSent((before) => ({ email: to, times: (before?.times ?? 0) + 1, at: Date.now() })),
    }),
  );
  const changeAddress = () => {
    send.reset();
    setSent(undefined);
  };
  return (
    <Frame footer="For admins and moderators. Everybody else signs in where they use Namecard.">
      {ended && !sent && (
        <div className="mb-6">
          <Alert tone="info">Your session has ended. Sign in again to go on where you were.</Alert>
        </div>
      )}
      {sent ? (
        <CodeStep
          sent={sent}
          resend={{
            busy: send.isPending,
            error: send.error,
            run: () => send.mutate({ email: sent.email }),
          }}
          onChangeAddress={changeAddress}
        />
      ) : (
        <AddressStep
          email={email}
          onEmailChange={setEmail}
          busy={send.isPending}
          error={send.error}
          onSubmit={() => send.mutate({ email: email.trim() })}
        />
      )}
    </Frame>
  );
}
