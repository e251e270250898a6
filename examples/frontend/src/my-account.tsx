import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field, Form, typed } from './form.tsx';
import { namecard, queryClient, trpc } from './namecard.ts';

/** Another address for the account, and its end. Each takes codes from mails. */
export function MyAccount() {
  return (
    <section className="panel" aria-labelledby="account-title">
      <h2 id="account-title">Your account</h2>
      <ChangeAddress />
      <Erase />
    </section>
  );
}

function ChangeAddress() {
  const start = useMutation(trpc.users.startMove.mutationOptions());
  const finish = useMutation(
    trpc.users.finishMove.mutationOptions({
      onSuccess: async () => {
        start.reset();
        await queryClient.invalidateQueries(trpc.users.me.pathFilter());
      },
    }),
  );
  if (!start.isSuccess) {
    return (
      <Form
        mutation={start}
        onSubmit={(data) => start.mutate({ email: typed(data, 'email') })}
        action="Change my address"
      >
        <Field name="email" label="New address" inputMode="email" autoComplete="email" />
      </Form>
    );
  }
  return (
    <Form
      key="codes"
      mutation={finish}
      onSubmit={(data) =>
        finish.mutate({ otp: typed(data, 'otp'), newOtp: typed(data, 'newOtp') })
      }
      action="Confirm the address"
    >
      <p className="hint">We sent a code to each address.</p>
      <Field name="otp" label="Code from your present address" autoFocus />
      <Field name="newOtp" label="Code from the new address" />
    </Form>
  );
}

function Erase() {
  const ask = useMutation(trpc.users.askRemoval.mutationOptions());
  const erase = useMutation(
    trpc.users.removeMe.mutationOptions({ onSuccess: async () => namecard.forget() }),
  );
  if (!ask.isSuccess) {
    return (
      <Form mutation={ask} onSubmit={() => ask.mutate()} action="Erase my account">
        <p className="hint">We send you a code that confirms it.</p>
      </Form>
    );
  }
  return (
    <Form
      key="code"
      mutation={erase}
      onSubmit={(data) => erase.mutate({ otp: typed(data, 'otp') })}
      action="Erase everything"
    >
      <p className="hint">Your cards will be gone for good.</p>
      <Field name="otp" label="Code to erase the account" autoFocus />
    </Form>
  );
}

/** For somebody who reads the old mailbox. It needs no session. */
export function TakeBack() {
  const [isOpen, setOpen] = useState(false);
  const undo = useMutation(trpc.auth.undoMove.mutationOptions());
  if (!isOpen) {
    return (
      <button className="quiet" type="button" onClick={() => setOpen(true)}>
        I did not change my address
      </button>
    );
  }
  if (undo.isSuccess) {
    return <p role="status">The change is taken back. Sign in with your old address.</p>;
  }
  return (
    <Form
      mutation={undo}
      onSubmit={(data) =>
        undo.mutate({ email: typed(data, 'email'), otp: typed(data, 'otp') })
      }
      action="Take it back"
    >
      <Field name="email" label="Your old address" inputMode="email" autoFocus />
      <Field name="otp" label="Code from the notice" />
    </Form>
  );
}
