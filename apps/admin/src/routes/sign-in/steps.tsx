import type { User } from '@namecard/client';
import { useSignIn } from '@namecard/client/react';
import type { ReactNode } from 'react';
import { namecard } from '../../namecard.ts';
import { product } from '../../product.ts';
import { AddressStep } from './address-step.tsx';
import { CodeStep } from './code-step.tsx';
import type { StepProps } from './step-props.ts';

type StepsProps = Pick<StepProps, 'heading'> & {
  initialEmail?: string;
  notice?: ReactNode;
  /** Whether this user continues where the session ended. */
  isSamePerson?: (user: User) => boolean;
};

export function Steps({ heading, initialEmail, notice, isSamePerson }: StepsProps) {
  const signIn = useSignIn(namecard, {
    email: initialEmail,
    service: product.name,
    isSamePerson,
  });
  if (signIn.step !== 'address') {
    return <CodeStep heading={heading} signIn={signIn} />;
  }
  return (
    <>
      {notice}
      <AddressStep heading={heading} signIn={signIn} />
    </>
  );
}
