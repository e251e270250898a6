import { useState, type FormEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { useSelectOnError } from '../../components/use-select-on-error.ts';
import { AttemptError, fieldError } from './problem.tsx';
import type { StepProps } from './step-props.ts';

export function AddressStep({ heading: Heading, signIn }: StepProps) {
  const { isBusy, problem } = signIn;
  const [email, setEmail] = useState(signIn.email);
  const wrong = fieldError(problem);
  const inputRef = useSelectOnError(wrong && problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void signIn.sendCode(email);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Heading>Sign in</Heading>
      <Field label="Email address" error={wrong}>
        <Input
          ref={inputRef}
          // Chromium gives a domain of type "email" in ASCII, with a quote behind it.
          name="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          required
          value={email}
          onValueChange={setEmail}
        />
      </Field>
      <AttemptError problem={problem} />
      <Button
        type="submit"
        variant="solid"
        size="medium"
        busy={isBusy}
        className="w-full"
      >
        Send me a code
      </Button>
    </form>
  );
}
