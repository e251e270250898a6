import { useState, type ComponentProps } from 'react';
import { Field } from '../components/field.tsx';
import { Textarea } from '../components/textarea.tsx';
import { DialogForm } from '../frame/dialog-form.tsx';
import { ReasonChoice } from './reason-choice.tsx';
import { reasons, type Explanation, type Reason } from './reasons.ts';

type ReasonDialogProps = Omit<ComponentProps<typeof DialogForm>, 'onSubmit'> & {
  noteFor?: string;
  /** Says who reads the note: "The owner reads it …". */
  noteHint: string;
  /** Whether to ask for a reason. If not, ignore `reason`. */
  asksReason?: boolean;
  onConfirm: (explanation: Explanation) => void;
};

const noteOf = (text: string) => text.trim() || null;

/**
 * Asks for a reason and notes before an action. Give it a new `key` each time.
 */
export function ReasonDialog({
  noteFor = 'the owner',
  noteHint,
  asksReason = true,
  onConfirm,
  children,
  ...dialog
}: ReasonDialogProps) {
  const [reason, setReason] = useState<Reason>('spam');
  const [note, setNote] = useState('');
  const [privateNote, setPrivateNote] = useState('');
  return (
    <DialogForm
      {...dialog}
      onSubmit={() =>
        onConfirm({ reason, note: noteOf(note), privateNote: noteOf(privateNote) })
      }
    >
      {asksReason && (
        <ReasonChoice reasons={reasons} value={reason} onValueChange={setReason} />
      )}
      {children}
      <Field label={`Note for ${noteFor}`} hint={noteHint}>
        <Textarea value={note} onValueChange={setNote} maxLength={500} />
      </Field>
      <Field label="Private note" hint="For moderators and admins.">
        <Textarea value={privateNote} onValueChange={setPrivateNote} maxLength={2_000} />
      </Field>
    </DialogForm>
  );
}
