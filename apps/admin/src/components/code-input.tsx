import type { ClipboardEvent, ComponentProps } from 'react';
import { Input } from './input.tsx';

type CodeInputProps = Pick<
  ComponentProps<typeof Input>,
  'value' | 'onValueChange' | 'ref'
> & {
  /** Finds a complete code in pasted text, which may contain other words around it. */
  findCode: (text: string) => string | undefined;
  onPasteCode: (code: string) => void;
};

export function CodeInput({ findCode, onPasteCode, ...field }: CodeInputProps) {
  const paste = (event: ClipboardEvent) => {
    const pasted = findCode(event.clipboardData.getData('text'));
    if (pasted === undefined) return;
    event.preventDefault();
    onPasteCode(pasted);
  };
  return (
    <Input
      {...field}
      name="one-time-code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoFocus
      required
      onPaste={paste}
      size="code"
    />
  );
}
