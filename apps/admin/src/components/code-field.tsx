import type { ClipboardEvent, Ref } from 'react';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

type CodeFieldProps = {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
  /** Finds a whole code in pasted text; undefined where there is none. */
  findCode: (text: string) => string | undefined;
  /** Called with a whole code that was pasted. */
  onPasteCode: (code: string) => void;
  inputRef: Ref<HTMLInputElement>;
};

/** A field for a one-time code. It takes the code from pasted text that contains one. */
export function CodeField({
  label,
  hint,
  error,
  value,
  onValueChange,
  findCode,
  onPasteCode,
  inputRef,
}: CodeFieldProps) {
  const paste = (event: ClipboardEvent) => {
    const code = findCode(event.clipboardData.getData('text'));
    if (code !== undefined) {
      event.preventDefault();
      onPasteCode(code);
    }
  };
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        ref={inputRef}
        name="one-time-code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        required
        maxLength={64}
        value={value}
        onValueChange={onValueChange}
        onPaste={paste}
        size="code"
      />
    </Field>
  );
}
