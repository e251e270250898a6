import { useSignIn, type SignInHook } from '@namecard/client/react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { TakeBack } from './my-account.tsx';
import { namecard } from './namecard.ts';

/** Asks for an address, then for the mailed code. `notice` says why. */
export function SignIn({ notice }: { notice: string }) {
  const signIn = useSignIn(namecard);
  return (
    <section className="panel narrow" aria-labelledby="sign-in-title">
      <h2 id="sign-in-title">Sign in</h2>
      {signIn.step === 'address' ? (
        <Step signIn={signIn} submit={signIn.sendCode} action="Send me a code">
          <p className="notice" role="status">
            {notice}
          </p>
          <Field signIn={signIn} label="Email" inputMode="email" autoComplete="email" />
        </Step>
      ) : (
        <Step key="code" signIn={signIn} submit={signIn.verifyCode} action="Sign in">
          <p className="hint">
            We sent a mail to <strong>{signIn.email}</strong>.
          </p>
          <Field
            signIn={signIn}
            label="Code from the mail"
            autoComplete="one-time-code"
          />
          <Others signIn={signIn} />
        </Step>
      )}
      <TakeBack />
    </section>
  );
}

type StepProps = {
  signIn: SignInHook;
  submit: (typed: string) => Promise<void>;
  action: string;
  children: ReactNode;
};

function Step({ signIn: { isBusy, problem }, submit, action, children }: StepProps) {
  return (
    <form
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('typed');
        void submit(typeof typed === 'string' ? typed : '');
      }}
    >
      {children}
      <p className="error" role="alert">
        {problem && !problem.isOfField ? problem.message : null}
      </p>
      <button type="submit">{action}</button>
    </form>
  );
}

type FieldProps = {
  signIn: SignInHook;
  label: string;
  inputMode?: 'email';
  autoComplete: string;
};

function Field({ signIn: { email, problem }, label, ...given }: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const issue = problem?.isOfField ? problem.message : undefined;
  useEffect(() => {
    if (issue !== undefined) input.current?.focus();
  }, [issue, problem]);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        name="typed"
        defaultValue={given.inputMode === 'email' ? email : ''}
        autoFocus
        aria-invalid={issue !== undefined}
        aria-describedby={`${id}-issue`}
        {...given}
      />
      <p id={`${id}-issue`} className="issue">
        {issue}
      </p>
    </>
  );
}

/** What a person can do instead of entering the code. */
function Others({
  signIn: { resendIn, sendAgain, changeAddress },
}: Pick<StepProps, 'signIn'>) {
  return (
    <p className="others">
      <button
        className="quiet"
        type="button"
        disabled={resendIn > 0}
        onClick={() => void sendAgain()}
      >
        {resendIn > 0 ? `Send again in ${resendIn} s` : 'Send again'}
      </button>
      <button className="quiet" type="button" onClick={changeAddress}>
        Use another address
      </button>
    </p>
  );
}
