import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field, Form, typed } from './form.tsx';
import { namecard } from './namecard.ts';

type Props = {
  /** Why one has to sign in, or sign in again. */
  notice: string;
  onSignedIn: () => void;
};

/** Two steps: an address, and the code that is mailed to it. */
export function SignIn({ notice, onSignedIn }: Props) {
  const [email, setEmail] = useState<string>();
  return (
    <section className="panel narrow" aria-labelledby="sign-in-title">
      <h2 id="sign-in-title">Sign in</h2>
      <p className="notice" role="status">
        {email === undefined ? notice : null}
      </p>
      {email === undefined ? (
        <EmailForm onSent={setEmail} />
      ) : (
        <CodeForm
          email={email}
          onSignedIn={onSignedIn}
          onBack={() => setEmail(undefined)}
        />
      )}
    </section>
  );
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const send = useMutation({
    mutationFn: async (email: string) => namecard.sendCode({ email }),
    onSuccess: (_, email) => onSent(email),
  });
  return (
    <Form
      mutation={send}
      onSubmit={(data) => send.mutate(typed(data, 'email'))}
      action="Send me a code"
    >
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        placeholder="ann@example.com"
        autoFocus
      />
    </Form>
  );
}

type CodeProps = { email: string; onSignedIn: () => void; onBack: () => void };

function CodeForm({ email, onSignedIn, onBack }: CodeProps) {
  const verify = useMutation({
    mutationFn: async (otp: string) => namecard.verifyCode({ email, otp }),
    onSuccess: onSignedIn,
  });
  return (
    <Form
      mutation={verify}
      onSubmit={(data) => verify.mutate(typed(data, 'otp'))}
      action="Sign in"
      after={
        <button className="quiet" type="button" onClick={onBack}>
          Use another address
        </button>
      }
    >
      <p className="hint">
        We sent a mail to <strong>{email}</strong>.
      </p>
      <Field
        name="otp"
        label="Code from the mail"
        autoComplete="one-time-code"
        autoFocus
      />
    </Form>
  );
}
