import { findCode } from '@namecard/client';
import { useState } from 'react';
import { CodeInput } from '../components/code-input.tsx';
import { Field } from '../components/field.tsx';
import { useSelectOnError } from '../components/use-select-on-error.ts';
import { DialogForm } from '../frame/dialog-form.tsx';
import { useStore } from '../store.ts';
import { askedCode } from '../mailed-code.ts';

function CodeForm({ wrong }: { wrong: string | undefined }) {
  const [code, setCode] = useState('');
  const inputRef = useSelectOnError(wrong);
  const { answer } = askedCode.get() ?? {};
  return (
    <DialogForm
      open
      onOpenChange={() => answer?.(undefined)}
      title="Enter the code from your mail"
      description="This goes far, so we have mailed you a code for it."
      confirm="Confirm"
      isIncomplete={code.trim() === ''}
      onSubmit={() => answer?.(code)}
    >
      <Field label="Code" hint="It works once, for 10 minutes." error={wrong}>
        <CodeInput
          ref={inputRef}
          value={code}
          onValueChange={setCode}
          findCode={findCode}
          onPasteCode={(pasted) => answer?.(pasted)}
        />
      </Field>
    </DialogForm>
  );
}

/** Asks for the code of an act that goes far. Rendered once, around the pages. */
export function MailedCodeDialog() {
  const asked = useStore(askedCode);
  return asked && <CodeForm wrong={asked.wrong} />;
}
