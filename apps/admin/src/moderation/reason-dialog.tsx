import {
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Alert } from '../components/alert.tsx';
import { Button } from '../components/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../components/dialog.tsx';
import { Field } from '../components/field.tsx';
import { Textarea } from '../components/textarea.tsx';
import { explain, failureOf } from '../failure.ts';
import { pressed } from '../keyboard.ts';
import { createStore } from '../store.ts';
import { ReasonChoice } from './reason-choice.tsx';
import type { Reason } from './reasons.ts';

/** Why something is done. An empty note is none. */
export type Explanation = {
  reason: Reason;
  note: string | null;
  privateNote: string | null;
};

type ReasonDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** The label of the button that confirms. */
  confirm: string;
  noteFor?: string;
  /** Who reads the note: "The owner reads it …". */
  noteHint: string;
  /** Whether a reason is asked for; where it is not, ignore `reason`. */
  asksReason?: boolean;
  busy: boolean;
  /** Why the last attempt failed. */
  error: unknown;
  onConfirm: (explanation: Explanation) => void;
  /** More fields, between the reason and the notes. */
  children?: ReactNode;
};

/** Preselected next time: moderators often give the same reason many times in a row. */
const lastReason = createStore<Reason>('spam');

const noteOf = (text: string) => text.trim() || null;

function ReasonForm({
  confirm,
  noteFor = 'the owner',
  noteHint,
  asksReason = true,
  busy,
  error,
  onConfirm,
  onOpenChange,
  children,
  chosen,
}: ReasonDialogProps & { chosen: RefObject<HTMLElement | null> }) {
  const [reason, setReason] = useState(lastReason.get());
  const [note, setNote] = useState('');
  const [privateNote, setPrivateNote] = useState('');
  const submit = () => {
    if (!busy) {
      lastReason.set(reason);
      onConfirm({ reason, note: noteOf(note), privateNote: noteOf(privateNote) });
    }
  };
  const submitFromText = (event: KeyboardEvent) => {
    const isTaken = event.defaultPrevented;
    const isEnter = pressed(event) === 'Enter';
    if (isEnter && (event.metaKey || event.ctrlKey) && !isTaken) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <form
      className="contents"
      onKeyDown={submitFromText}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DialogBody>
        {asksReason && (
          <ReasonChoice
            value={reason}
            onValueChange={setReason}
            onEnter={submit}
            chosen={chosen}
          />
        )}
        {children}
        <Field label={`Note for ${noteFor} (optional)`} hint={noteHint}>
          <Textarea value={note} onValueChange={setNote} maxLength={500} />
        </Field>
        <Field
          label="Private note (optional)"
          hint="In the history, for moderators and admins alone."
        >
          <Textarea
            value={privateNote}
            onValueChange={setPrivateNote}
            maxLength={2_000}
          />
        </Field>
        {error !== null && error !== undefined && (
          <Alert tone="bad">{explain(failureOf(error))}</Alert>
        )}
      </DialogBody>
      <DialogActions>
        <Button size="medium" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button type="submit" size="medium" variant="solid" busy={busy}>
          {confirm}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Asks for a reason before a moderation action. Enter on the reason, or Ctrl+Enter in a note, confirms. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onOpenChange, title, description, asksReason = true } = props;
  const chosen = useRef<HTMLElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      width="large"
      {...(description !== undefined && { description })}
      {...(asksReason && { initialFocus: chosen })}
    >
      <ReasonForm {...props} chosen={chosen} />
    </Dialog>
  );
}
