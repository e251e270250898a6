import { useState } from 'react';
import { now as serviceNow } from '../../clock.ts';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { exactTime, When } from '../../components/date-time.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { Section } from '../../components/section.tsx';
import { Textarea } from '../../components/textarea.tsx';
import { toastDone } from '../../components/toast.tsx';
import { Words } from '../../components/words.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { type DialogState, useAsked } from '../../frame/use-asked.tsx';
import { useShortcut } from '../../keyboard.ts';
import { useAct } from '../../moderation/use-act.ts';
import type { Inspected, ManagedUser } from '../../moderation/users/vocabulary.ts';
import { trpc } from '../../trpc.ts';

type Change = Inspected['moves'][number];

const states: Readonly<Record<Change['state'], string>> = {
  asked: 'Codes were mailed',
  waiting: 'Waits',
  done: 'Done',
  stopped: 'Stopped',
  undone: 'Taken back',
  replaced: 'Replaced by another',
};

type OpenDialogProps = DialogState & { user: ManagedUser };

function ChangeAddress({ user, ...dialog }: OpenDialogProps) {
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const opening = useAct(
    trpc.moderation.users.openMove.mutationOptions({
      onSuccess: () => void toastDone(`A code is mailed to ${email.trim()}`),
    }),
  );
  return (
    <DialogForm
      {...dialog}
      title={`Change the address of ${user.email}`}
      description="For somebody who can’t do it under “My account”: the mailbox is lost, or the address was wrong. A code is mailed to the new address. Its owner enters it under “Sign in”. Then the change waits for 7 days, or 14 for an account with a role. The old address and all admins are told at once, and can end it."
      confirm="Mail the code"
      isIncomplete={email.trim() === '' || reason.trim() === ''}
      act={opening}
      onSubmit={() => opening.mutate({ id: user.id, email: email.trim(), reason })}
    >
      <Field label="New address">
        <Input
          value={email}
          onValueChange={setEmail}
          autoComplete="off"
          inputMode="email"
        />
      </Field>
      <Field label="Reason" hint="Why, and what you saw as evidence. For admins.">
        <Textarea value={reason} onValueChange={setReason} maxLength={2_000} />
      </Field>
    </DialogForm>
  );
}

type ChangeItemProps = { user: ManagedUser; change: Change; isPast: boolean };

function ChangeItem({ user, change, isPast }: ChangeItemProps) {
  const { state, from, to, openedBy, reason, dueAt, undoUntil, needsYes, endedBy } =
    change;
  const { endMove, confirmMove } = trpc.moderation.users;
  const failed = 'The change is as it was';
  const ending = useAct(endMove.mutationOptions(), failed);
  const agreeing = useAct(confirmMove.mutationOptions(), failed);
  const named = { id: user.id, move: change.id };
  const isOpen = !isPast && (state === 'done' ? user.canBeActedOn : change.isCase);
  return (
    <li className="border-t border-line py-2">
      <p className="wrap-anywhere">
        <span translate="no">{from}</span> → <span translate="no">{to}</span>
      </p>
      <p className="text-xs text-muted">
        {states[state]}
        {endedBy === 'address' && ' by the old address’s code'}
        {endedBy === 'admin' && ' by an admin'}
        {' · '}
        <When at={change.askedAt} />
        {state === 'waiting' && needsYes && '. Another admin must agree'}
        {state === 'waiting' &&
          !needsYes &&
          dueAt !== null &&
          `. Happens ${exactTime(dueAt)}`}
        {state === 'done' &&
          undoUntil !== null &&
          `. Can be taken back until ${exactTime(undoUntil)}`}
        {openedBy !== null && `. Opened by ${openedBy}`}
      </p>
      {reason !== null && <Words className="text-soft">{reason}</Words>}
      {change.isContested && isOpen && (
        <Alert tone="info">
          The old address ended an earlier change. Only an admin can end this one.
        </Alert>
      )}
      {isOpen && (
        <div className="mt-1 flex flex-wrap gap-2">
          {needsYes && (
            <Button busy={agreeing.isPending} onClick={() => agreeing.mutate(named)}>
              Agree
            </Button>
          )}
          <Button busy={ending.isPending} onClick={() => ending.mutate(named)}>
            {state === 'done' ? 'Take back' : 'Stop'}
          </Button>
        </div>
      )}
    </li>
  );
}

const isOver = ({ state, undoUntil }: Change, now: number) =>
  ['stopped', 'undone', 'replaced'].includes(state) ||
  (state === 'done' && undoUntil !== null && Date.parse(undoUntil) <= now);

type Props = { user: ManagedUser; changes: readonly Change[] };

/** Changes of a user's address, and the case of an owner who can't do it alone. */
export function AddressChanges({ user, changes }: Props) {
  const { ask, draw } = useAsked<true>();
  const [now] = useState(serviceNow);
  useShortcut({
    keys: 'm',
    label: 'Change the address',
    about: 'New or wrong email, lost mailbox',
    group: 'Users',
    when: user.canBeActedOn,
    run: () => ask(true),
  });
  if (changes.length === 0 && !user.canBeActedOn) return null;
  return (
    <Section
      title="Address"
      aside={
        user.canBeActedOn && (
          <Button onClick={() => ask(true)} keys="m">
            Change address…
          </Button>
        )
      }
    >
      {changes.length > 0 && (
        <ul aria-label="Changes of the address">
          {changes.map((change) => (
            <ChangeItem
              key={change.id}
              user={user}
              change={change}
              isPast={isOver(change, now)}
            />
          ))}
        </ul>
      )}
      {draw((_, dialog) => (
        <ChangeAddress user={user} {...dialog} />
      ))}
    </Section>
  );
}
