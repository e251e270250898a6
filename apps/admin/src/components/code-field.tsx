import type { ClipboardEvent, Ref } from 'react';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

type CodeFieldProps = {
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
  /** Finds a complete code in pasted text. */
  findCode: (text: string) => string | undefined;
  onPasteCode: (code: string) => void;
  inputRef: Ref<HTMLInputElement>;
};

/**
 * A field for a one-time code. Pasted text may contain other words around the
 * code.
 */
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
