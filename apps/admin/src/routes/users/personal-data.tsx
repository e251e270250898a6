import { readAddress } from '@namecard/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { Section } from '../../components/section.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { useAsked } from '../../frame/use-asked.ts';
import { reportFailure } from '../../moderation/report-failures.ts';
import { ReasonChoice } from '../../moderation/reason-choice.tsx';
import { erasureReasons, type ErasureReason } from '../../moderation/reasons.ts';
import { useErase, useExport } from '../../moderation/users/actions.ts';
import type { ManagedUser } from '../../moderation/users/vocabulary.ts';

type EraseDialogProps = {
  user: ManagedUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/**
 * Asks before a user is erased. That can't be undone, so nothing is chosen already,
 * and the address must be typed.
 */
function EraseDialog({ user, open, onOpenChange }: EraseDialogProps) {
  const [reason, setReason] = useState<ErasureReason>();
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const erase = useErase(user, { onDone: () => void navigate({ to: '/users' }) });
  const banned = user.suspension
    ? ' The suspension stays on the address until it would have ended, two years at most.'
    : '';
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      title={`Erase ${user.email}`}
      description={`This deletes the account, its profiles and its mails at once. The history keeps what moderators did, but without this person. Usernames that were held for a week stay taken for 90 days.${banned} This can’t be undone.`}
      confirm="Erase for good"
      isDanger
      isForGood
      isIncomplete={
        reason === undefined ||
        readAddress(typed).toLowerCase() !== user.email.toLowerCase()
      }
      busy={erase.isPending}
      error={erase.error}
      onSubmit={() => reason && erase.mutate({ id: user.id, reason })}
    >
      <ReasonChoice reasons={erasureReasons} value={reason} onValueChange={setReason} />
      <Field label="Their address" hint={`Type ${user.email} to confirm.`}>
        <Input
          value={typed}
          onValueChange={setTyped}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </DialogForm>
  );
}

/** A user's rights: an export of all data, and erasure. */
export function PersonalData({ user }: { user: ManagedUser }) {
  const { ask, close, isOpen, times } = useAsked<true>();
  const exporting = useExport();
  const save = () =>
    exporting.mutate(
      { id: user.id },
      { onError: (error) => reportFailure('Their data was not exported', error) },
    );
  return (
    <Section title="Personal data">
      <p className="mb-3 text-muted">
        The file’s part aboutThisPerson is what others wrote. Weigh it before you give it.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={exporting.isPending} onClick={save}>
          Export
        </Button>
        <Button onClick={() => ask(true)}>Erase…</Button>
      </div>
      <EraseDialog key={times} user={user} open={isOpen} onOpenChange={close} />
    </Section>
  );
}
