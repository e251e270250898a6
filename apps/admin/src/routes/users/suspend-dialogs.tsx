import { useState } from 'react';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { Select } from '../../components/select.tsx';
import { ReasonDialog } from '../../moderation/reason-dialog.tsx';
import { useSuspend, useUnsuspend } from './actions.ts';
import type { ManagedUser } from './vocabulary.ts';

const ends = [
  { value: 'never', label: 'When an admin ends it' },
  { value: 'day', label: 'After a day' },
  { value: 'week', label: 'After a week' },
  { value: 'month', label: 'After 30 days' },
  { value: 'chosen', label: 'At a time of choice' },
] as const;

type End = (typeof ends)[number]['value'];

const days = { day: 1, week: 7, month: 30 } as const;

const dayLength = 86_400_000;

/** The instant at which it ends; undefined where an admin ends it, or the chosen time is not valid. */
function endOf(end: End, chosen: string): string | undefined {
  if (end === 'never') {
    return undefined;
  }
  const at = end === 'chosen' ? Date.parse(chosen) : Date.now() + days[end] * dayLength;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

const isFuture = (chosen: string) => Date.parse(chosen) > Date.now();

type DialogProps = { user: ManagedUser; open: boolean; onOpenChange: (open: boolean) => void };

type EndFieldsProps = {
  end: End;
  onEndChange: (end: End) => void;
  chosen: string;
  onChosenChange: (chosen: string) => void;
  error: string | undefined;
};

function EndFields({ end, onEndChange, chosen, onChosenChange, error }: EndFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select label="It ends" showLabel choices={ends} value={end} onValueChange={onEndChange} />
      {end === 'chosen' && (
        <Field label="On" error={error}>
          <Input type="datetime-local" value={chosen} onValueChange={onChosenChange} />
        </Field>
      )}
    </div>
  );
}

/** Asks why and for how long a user is suspended. */
export function SuspendDialog({ user, open, onOpenChange }: DialogProps) {
  const [end, setEnd] = useState<End>('never');
  const [chosen, setChosen] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const suspend = useSuspend({ onDone: () => onOpenChange(false) });
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Suspend ${user.email}`}
      description="They are signed out everywhere at once, and can’t sign in until it ends."
      confirm="Suspend"
      noteFor="the user"
      noteHint="They read it when they try to sign in."
      busy={suspend.isPending}
      error={suspend.error}
      onConfirm={({ reason, note, privateNote }) => {
        if (end === 'chosen' && !isFuture(chosen)) {
          setIsWrong(true);
          return;
        }
        const until = endOf(end, chosen);
        suspend.mutate({ id: user.id, reason, note, privateNote, ...(until && { until }) });
      }}
    >
      <EndFields
        end={end}
        onEndChange={setEnd}
        chosen={chosen}
        onChosenChange={(next) => {
          setChosen(next);
          setIsWrong(false);
        }}
        error={isWrong ? 'Choose a time to come.' : undefined}
      />
    </ReasonDialog>
  );
}

/** Asks for a note on why a suspension ends. */
export function UnsuspendDialog({ user, open, onOpenChange }: DialogProps) {
  const unsuspend = useUnsuspend({ onDone: () => onOpenChange(false) });
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`End the suspension of ${user.email}`}
      description="They can sign in again. The sessions they had do not come back."
      confirm="End the suspension"
      noteFor="the user"
      noteHint="Kept in the history with what was done."
      asksReason={false}
      busy={unsuspend.isPending}
      error={unsuspend.error}
      onConfirm={({ note, privateNote }) => unsuspend.mutate({ id: user.id, note, privateNote })}
    />
  );
}
