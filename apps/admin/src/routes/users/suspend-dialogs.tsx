import { useState } from 'react';
import { now } from '../../clock.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { Select } from '../../components/select.tsx';
import { reportFailure } from '../../moderation/actions.ts';
import { ReasonDialog, type Explanation } from '../../moderation/reason-dialog.tsx';
import { useHideAllOf, useSuspend, useUnsuspend } from './actions.ts';
import { theirProfiles, type Inspected, type ManagedUser } from './vocabulary.ts';

const ends = [
  { value: 'never', label: 'When an admin ends it' },
  { value: 'day', label: 'After a day' },
  { value: 'week', label: 'After a week' },
  { value: 'month', label: 'After 30 days' },
  { value: 'chosen', label: 'At a time of choice' },
] as const;

type End = (typeof ends)[number]['value'];

const days = { day: 1, week: 7, month: 30 } as const;

/** What the service is told of the end: it counts days by its own clock. */
function endOf(end: End, chosen: string): { days?: number; until?: string } {
  switch (end) {
    case 'never':
      return {};
    case 'chosen':
      return { until: new Date(chosen).toISOString() };
    default:
      return { days: days[end] };
  }
}

const isFuture = (chosen: string) => Date.parse(chosen) > now();

type DialogProps = {
  user: ManagedUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

type SuspendDialogProps = DialogProps & Pick<Inspected, 'activeProfileCount'>;

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
      <Select
        label="It ends"
        showLabel
        choices={ends}
        value={end}
        onValueChange={onEndChange}
      />
      {end === 'chosen' && (
        <Field label="On" error={error}>
          <Input type="datetime-local" value={chosen} onValueChange={onChosenChange} />
        </Field>
      )}
    </div>
  );
}

/** Asks why and for how long a user is suspended, and whether their profiles are hidden as well: two actions. */
export function SuspendDialog({
  user,
  activeProfileCount,
  open,
  onOpenChange,
}: SuspendDialogProps) {
  const [count] = useState(activeProfileCount);
  const [end, setEnd] = useState<End>('never');
  const [chosen, setChosen] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [hides, setHides] = useState(false);
  const suspend = useSuspend({ onDone: () => onOpenChange(false) });
  const hide = useHideAllOf(user);
  const hideToo = (why: Explanation) =>
    hide.mutate(
      { ownerId: user.id, ...why },
      { onError: (error) => reportFailure('Their profiles were not hidden', error) },
    );
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Suspend ${user.email}`}
      description={`They are signed out everywhere at once, and can’t sign in until it ends.${
        count > 0 ? ` Everybody still sees ${theirProfiles(count)}.` : ''
      }`}
      confirm="Suspend"
      noteFor="the user"
      noteHint="They read it when they try to sign in."
      busy={suspend.isPending}
      error={suspend.error}
      onConfirm={(why) => {
        if (end === 'chosen' && !isFuture(chosen)) {
          setIsWrong(true);
          return;
        }
        suspend.mutate(
          { id: user.id, ...why, ...endOf(end, chosen) },
          { onSuccess: () => hides && hideToo(why) },
        );
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
      {count > 0 && (
        <Checkbox
          showLabel
          label={`Also hide ${theirProfiles(count)}`}
          checked={hides}
          onCheckedChange={setHides}
        />
      )}
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
      onConfirm={({ note, privateNote }) =>
        unsuspend.mutate({ id: user.id, note, privateNote })
      }
    />
  );
}

/** Asks why all profiles of a user are hidden. */
export function HideAllDialog({
  user,
  activeProfileCount,
  open,
  onOpenChange,
}: SuspendDialogProps) {
  // The words stay as they were read while the dialog closes.
  const [count] = useState(activeProfileCount);
  const hide = useHideAllOf(user, { onDone: () => onOpenChange(false) });
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Hide ${theirProfiles(count)}`}
      description={`Only ${user.email}, moderators and admins see them then. It can be undone.`}
      confirm="Hide"
      noteHint="The owner reads it beside the reason."
      busy={hide.isPending}
      error={hide.error}
      onConfirm={(why) => hide.mutate({ ownerId: user.id, ...why })}
    />
  );
}
