import { useState, type ComponentProps } from 'react';
import { Field } from '../components/field.tsx';
import { Textarea } from '../components/textarea.tsx';
import { DialogForm } from './dialog-form.tsx';

type TextDialogProps = Omit<
  ComponentProps<typeof DialogForm>,
  'onSubmit' | 'children' | 'isIncomplete'
> & {
  label: string;
  maxLength: number;
  /** What it begins with. */
  typed?: string | null | undefined;
  onConfirm: (text: string) => void;
};

export function TextDialog(props: TextDialogProps) {
  const { label, maxLength, typed, onConfirm, ...dialog } = props;
  const [text, setText] = useState(typed ?? '');
  return (
    <DialogForm
      {...dialog}
      isIncomplete={text.trim() === ''}
      onSubmit={() => onConfirm(text.trim())}
    >
      <Field label={label}>
        <Textarea value={text} onValueChange={setText} maxLength={maxLength} rows={3} />
      </Field>
    </DialogForm>
  );
}
