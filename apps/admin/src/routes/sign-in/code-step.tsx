import { findCode } from '@namecard/client';
import { useId, useState, useTransition, type FormEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeInput } from '../../components/code-input.tsx';
import { Field } from '../../components/field.tsx';
import { textButtonStyle } from '../../components/styles.ts';
import { useSelectOnError } from '../../components/use-select-on-error.ts';
import { MailboxHint } from './mailbox-hint.tsx';
import { AttemptError, fieldError } from './problem.tsx';
import { SendAgain } from './send-again.tsx';
import type { StepProps } from './step-props.ts';

export function CodeStep({ heading: Heading, signIn }: StepProps) {
  const { email, problem, step } = signIn;
  const sent = useId();
  const [code, setCode] = useState('');
  const [isVerifying, startVerifying] = useTransition();
  const wrong = fieldError(problem);
  const inputRef = useSelectOnError(wrong && problem);
  const verify = (otp: string) => startVerifying(() => signIn.verifyCode(otp));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify(code);
  };
  const paste = (pasted: string) => {
    setCode(pasted);
    verify(pasted);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <Heading>Check your mail</Heading>
        <p className="mt-1 text-muted">
          <span id={sent}>
            We sent a code to{' '}
            <strong className="font-medium wrap-anywhere text-soft">{email}</strong>.
          </span>{' '}
          <button
            type="button"
            onClick={signIn.changeAddress}
            className={textButtonStyle}
          >
            Change address
          </button>
        </p>
      </div>
      <Field
        label="Code"
        hint="The mail has a short code and a long one. Both work."
        error={wrong}
        describedBy={sent}
      >
        <CodeInput
          ref={inputRef}
          value={code}
          onValueChange={setCode}
          findCode={findCode}
          onPasteCode={paste}
        />
      </Field>
      <AttemptError problem={problem} />
      <Button
        type="submit"
        variant="solid"
        size="medium"
        busy={isVerifying || step === 'signed in'}
        className="w-full"
      >
        Sign in
      </Button>
      <SendAgain signIn={signIn} />
      <MailboxHint />
    </form>
  );
}
