import type { DialogState } from '../../frame/use-asked.tsx';
import { useRef, useState } from 'react';
import { counted, nameOrCount } from '../../components/count.ts';
import { endOf as endOfDay } from '../../address.ts';
import { now } from '../../clock.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { DayInput } from '../../components/day-input.tsx';
import { Select } from '../../components/select.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import type { Explanation } from '../reasons.ts';
import { type Subject, useHideAllOf, useSuspend, useUnsuspend } from './actions.ts';

const ends = [
  { value: 'never', label: 'When an admin ends it' },
  { value: 'day', label: 'After a day' },
  { value: 'week', label: 'After a week' },
  { value: 'month', label: 'After 30 days' },
  { value: 'chosen', label: 'Until a chosen day' },
] as const;

type End = (typeof ends)[number]['value'];

const days = { day: 1, week: 7, month: 30 } as const;

type Length = { days?: number; until?: string };

/**
 * The end as the service expects it, or undefined if the chosen day is not in the
 * future. The service counts days by its own clock.
 */
function endOf(end: End, chosen: string | undefined): Length | undefined {
  if (end === 'never') return {};
  if (end !== 'chosen') return { days: days[end] };
  const until = chosen === undefined ? undefined : endOfDay(chosen);
  return until !== undefined && Date.parse(until) > now() ? { until } : undefined;
}

type DialogProps = DialogState & {
  users: readonly Subject[];
  onDone?: (() => void) | undefined;
};

const nameOf = (users: readonly Subject[]): string =>
  nameOrCount(
    users.map(({ email }) => email),
    'user',
  );

/**
 * Asks for the reason and the length of a suspension, and whether to hide the
 * profiles too. These are two actions.
 */
export function SuspendDialog({ users, onDone, ...dialog }: DialogProps) {
  const [end, setEnd] = useState<End>('never');
  const [chosen, setChosen] = useState<string>();
  const dayInput = useRef<HTMLInputElement>(null);
  const [isWrong, setIsWrong] = useState(false);
  const [hides, setHides] = useState(false);
  const suspend = useSuspend();
  const hide = useHideAllOf();
  // A callback of `mutate` would be forgotten with a page that was left.
  const act = async (why: Explanation, length: Length) => {
    try {
      await suspend.mutateAsync({ users, input: { ...why, ...length } });
    } catch {
      return;
    }
    onDone?.();
    if (hides) hide.mutate({ users, input: why });
  };
  return (
    <ReasonDialog
      {...dialog}
      title={`Suspend ${nameOf(users)}`}
      description="They are signed out at once, and can’t sign in until it ends."
      confirm="Suspend"
      isDanger
      noteFor="them"
      act={suspend}
      onConfirm={(why) => {
        const length = endOf(end, chosen);
        if (!length) {
          setIsWrong(true);
          dayInput.current?.focus();
          return;
        }
        void act(why, length);
      }}
    >
      <Select label="Ends" choices={ends} value={end} onValueChange={setEnd} />
      {end === 'chosen' && (
        <DayInput
          inputRef={dayInput}
          label="Last day"
          error={isWrong ? 'Choose a future day.' : undefined}
          value={chosen}
          onChange={(day) => {
            setChosen(day);
            setIsWrong(false);
          }}
        />
      )}
      <Checkbox
        showLabel
        label="Also hide their profiles"
        checked={hides}
        onCheckedChange={setHides}
      />
    </ReasonDialog>
  );
}

export function UnsuspendDialog({ users, onDone, ...dialog }: DialogProps) {
  const unsuspend = useUnsuspend();
  return (
    <DialogForm
      {...dialog}
      title={`End the suspension of ${nameOf(users)}`}
      description="They can sign in again. Ended sessions do not come back."
      confirm="End suspension"
      act={unsuspend}
      onSubmit={() =>
        unsuspend.mutate({ users, input: {} }, { onSuccess: () => onDone?.() })
      }
    />
  );
}

export function HideAllDialog({
  users,
  count,
  onDone,
  ...dialog
}: DialogProps & { count: number }) {
  const hide = useHideAllOf();
  return (
    <ReasonDialog
      {...dialog}
      title={`Hide ${users.length === 1 ? counted(count, 'profile') : 'the profiles'} of ${nameOf(users)}`}
      description="Then only the owner, moderators and admins see them. You can undo this."
      confirm="Hide"
      act={hide}
      onConfirm={(why) =>
        hide.mutate({ users, input: why }, { onSuccess: () => onDone?.() })
      }
    />
  );
}
