import type { FormEvent } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { useSelectOnError } from '../../components/use-select-on-error.ts';
import { failureOf } from '../../failure.ts';
import { attemptError, fieldError } from './messages.ts';
import type { HeadingType } from './steps.tsx';

type AddressStepProps = {
  heading: HeadingType;
  email: string;
  onEmailChange: (email: string) => void;
  busy: boolean;
  error: unknown;
  onSubmit: () => void;
};

export function AddressStep({
  heading: Heading,
  email,
  onEmailChange,
  busy,
  error,
  onSubmit,
}: AddressStepProps) {
  const failure = error ? failureOf(error) : undefined;
  const wrong =
    failure &&
    fieldError(failure, 'Enter your full email address, such as ann@example.com.');
  const inputRef = useSelectOnError(error, wrong !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) {
      onSubmit();
    }
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <Heading>Sign in</Heading>
        <p className="mt-1 text-muted">We mail you a code. There is no password.</p>
      </div>
      <Field label="Email address" error={wrong}>
        <Input
          ref={inputRef}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          placeholder="you@example.com"
          value={email}
          onValueChange={onEmailChange}
        />
      </Field>
      {failure && wrong === undefined && (
        <Alert tone="bad">{attemptError(failure)}</Alert>
      )}
      <Button type="submit" variant="solid" size="medium" busy={busy} className="w-full">
        Send me a code
      </Button>
    </form>
  );
}
