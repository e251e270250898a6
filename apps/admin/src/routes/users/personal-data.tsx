import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { reportFailure } from '../../moderation/report-failures.ts';
import { ReasonChoice } from '../../moderation/reason-choice.tsx';
import type { Reason } from '../../moderation/reasons.ts';
import { useErase, useExport } from '../../moderation/users/actions.ts';
import type { ManagedUser } from '../../moderation/users/vocabulary.ts';

type EraseDialogProps = {
  user: ManagedUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Asks before a user is erased, which can't be undone. */
function EraseDialog({ user, open, onOpenChange }: EraseDialogProps) {
  const [reason, setReason] = useState<Reason>('personal_data');
  const navigate = useNavigate();
  const erase = useErase(user, { onDone: () => void navigate({ to: '/users' }) });
  return (
    <DialogForm
      open={open}
      onOpenChange={onOpenChange}
      title={`Erase ${user.email}`}
      description="This deletes the account, its profiles and its mails at once. The history keeps what moderators did, but without this person. Usernames that were held for a week stay taken for 90 days. This can’t be undone."
      confirm="Erase for good"
      isDanger
      busy={erase.isPending}
      error={erase.error}
      onSubmit={() => erase.mutate({ id: user.id, reason })}
    >
      <ReasonChoice value={reason} onValueChange={setReason} />
    </DialogForm>
  );
}

/** A user's rights: an export of all data, and erasure. */
export function PersonalData({ user }: { user: ManagedUser }) {
  const [asks, setAsks] = useState(false);
  const exporting = useExport();
  const save = () =>
    exporting.mutate(
      { id: user.id },
      { onError: (error) => reportFailure('Their data was not exported', error) },
    );
  return (
    <Section title="Personal data">
      <div className="flex flex-wrap gap-2">
        <Button busy={exporting.isPending} onClick={save}>
          Export
        </Button>
        <Button onClick={() => setAsks(true)}>Erase…</Button>
      </div>
      <EraseDialog user={user} open={asks} onOpenChange={setAsks} />
    </Section>
  );
}
