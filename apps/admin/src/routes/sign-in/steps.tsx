import { useMutation } from '@tanstack/react-query';
import type { User } from '@namecard/client';
import { useState, type ComponentType, type ReactNode } from 'react';
import { trpc } from '../../trpc.ts';
import { AddressStep } from './address-step.tsx';
import { CodeStep } from './code-step.tsx';

/** Where the mail went, how often by now, and when last. */
export type Sent = { email: string; times: number; at: number };

/** Whether whoever signs in goes on where the session ended. */
export type IsSamePerson = (user: User) => boolean;

/** Draws the heading of a step: a page's, or a dialog's title. */
export type HeadingType = ComponentType<{ children: ReactNode }>;

type StepsProps = {
  heading: HeadingType;
  initialEmail?: string;
  notice?: ReactNode;
  isSamePerson?: IsSamePerson;
};

/** Sign-in in two steps: the address, then the code that was mailed to it. */
export function Steps({ heading, initialEmail = '', notice, isSamePerson }: StepsProps) {
  const [email, setEmail] = useState(initialEmail);
  const [sent, setSent] = useState<Sent>();
  const send = useMutation(
    trpc.auth.sendCode.mutationOptions({
      onSuccess: (_answer, { email: to }) =>
        setSent((before) => ({
          email: to,
          times: (before?.times ?? 0) + 1,
          at: Date.now(),
        })),
    }),
  );
  if (sent) {
    return (
      <CodeStep
        heading={heading}
        sent={sent}
        resend={{
          busy: send.isPending,
          error: send.error,
          run: () => send.mutate({ email: sent.email }),
        }}
        onChangeAddress={() => {
          send.reset();
          setSent(undefined);
        }}
        isSamePerson={isSamePerson}
      />
    );
  }
  return (
    <>
      {notice}
      <AddressStep
        heading={heading}
        email={email}
        onEmailChange={setEmail}
        busy={send.isPending}
        error={send.error}
        onSubmit={() => send.mutate({ email: email.trim() })}
      />
    </>
  );
}
