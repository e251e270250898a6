import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { CodeField } from '../../components/code-field.tsx';
import { useSelectOnError } from '../../components/use-select-on-error.ts';
import { failureOf } from '../../failure.ts';
import { namecard } from '../../namecard.ts';
import { findCode, isTypedCode } from './code.ts';
import { MailboxHint } from './mailbox-hint.tsx';
import { attemptError, fieldError } from './messages.ts';
import { SendAgain, type Resend } from './send-again.tsx';
import type { HeadingType, IsSamePerson, Sent } from './steps.tsx';

type CodeStepProps = {
  heading: HeadingType;
  sent: Sent;
  resend: Resend;
  onChangeAddress: () => void;
  isSamePerson: IsSamePerson | undefined;
};

/** Milliseconds without a key after which a short code is taken for whole: a longer one may begin with the same digits. */
const typingPause = 300;

export function CodeStep({
  heading: Heading,
  sent,
  resend,
  onChangeAddress,
  isSamePerson,
}: CodeStepProps) {
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: (otp: string) =>
      namecard.verifyCode({ email: sent.email, otp }, { isSamePerson }),
  });
  const failure = verify.error ? failureOf(verify.error) : undefined;
  const wrong = failure && fieldError(failure, 'Enter the code from the mail.');
  const inputRef = useSelectOnError(verify.error, wrong !== undefined);
  const signIn = (otp: string) => {
    if (!verify.isPending) {
      verify.mutate(otp);
    }
  };
  const signInOnce = useEffectEvent(() => {
    if (verify.variables !== code) {
      signIn(code);
    }
  });
  useEffect(() => {
    if (!isTypedCode(code)) {
      return undefined;
    }
    const timer = setTimeout(signInOnce, typingPause);
    return () => clearTimeout(timer);
  }, [code]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn(code);
  };
  const paste = (pasted: string) => {
    setCode(pasted);
    signIn(pasted);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <Heading>Check your mail</Heading>
        <p className="mt-1 text-muted">
          We sent a code to{' '}
          <strong className="font-medium wrap-anywhere text-soft">{sent.email}</strong>.{' '}
          <button
            type="button"
            onClick={onChangeAddress}
            className="rounded-sm font-medium text-accent-ink underline underline-offset-3 hover:no-underline"
          >
            Change address
          </button>
        </p>
      </div>
      <CodeField
        label="Code"
        hint="The mail holds a short code and a long one. Either works."
        error={wrong}
        value={code}
        onValueChange={setCode}
        findCode={findCode}
        onPasteCode={paste}
        inputRef={inputRef}
      />
      {failure && wrong === undefined && (
        <Alert tone="bad">{attemptError(failure)}</Alert>
      )}
      <Button
        type="submit"
        variant="solid"
        size="medium"
        busy={verify.isPending}
        className="w-full"
      >
        Sign in
      </Button>
      <SendAgain sent={sent} resend={resend} />
      <MailboxHint />
    </form>
  );
}
