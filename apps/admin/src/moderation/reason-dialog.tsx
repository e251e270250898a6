import { useState, type ComponentProps, type ReactNode } from 'react';
import { Field } from '../components/field.tsx';
import { Textarea } from '../components/textarea.tsx';
import { DialogForm } from '../frame/dialog-form.tsx';
import { ReasonChoice } from './reason-choice.tsx';
import { needsNote, reasons, type Explanation, type Reason } from './reasons.ts';
import type { Notes } from './typed-notes.ts';

type ReasonDialogProps = Omit<ComponentProps<typeof DialogForm>, 'onSubmit'> & {
  noteFor?: string;
  /** Whether the act has a reason and notes. */
  isReasoned?: boolean;
  /** The reason that was chosen before. If it needs a note, Enter in it submits. */
  given?: Reason | undefined;
  /** What its notes begin with. */
  typed?: Notes | undefined;
  onConfirm: (explanation: Explanation) => void;
  first?: ReactNode;
};

const noteOf = (text: string) => text.trim() || null;

export function ReasonDialog({
  noteFor = 'the owner',
  isReasoned = true,
  given,
  typed,
  isIncomplete = false,
  onConfirm,
  first,
  children,
  ...dialog
}: ReasonDialogProps) {
  const [chosen, setReason] = useState<Reason>('spam');
  const reason = given ?? chosen;
  const isNeeded = isReasoned && needsNote(reason);
  const [note, setNote] = useState(typed?.note ?? '');
  const [privateNote, setPrivateNote] = useState(typed?.privateNote ?? '');
  return (
    <DialogForm
      {...dialog}
      isIncomplete={isIncomplete || (isNeeded && note.trim() === '')}
      onSubmit={() =>
        onConfirm({ reason, note: noteOf(note), privateNote: noteOf(privateNote) })
      }
    >
      {first}
      {isReasoned && given === undefined && (
        <ReasonChoice reasons={reasons} value={reason} onValueChange={setReason} />
      )}
      {children}
      {isReasoned && (
        <>
          <Field
            label={`Note for ${noteFor}`}
            {...(isNeeded && { hint: 'This reason needs it.' })}
          >
            <Textarea
              value={note}
              onValueChange={setNote}
              maxLength={500}
              data-submits={(isNeeded && given !== undefined) || undefined}
            />
          </Field>
          <Field label="Private note" hint="For moderators and admins.">
            <Textarea
              value={privateNote}
              onValueChange={setPrivateNote}
              maxLength={2_000}
            />
          </Field>
        </>
      )}
    </DialogForm>
  );
}
