import { useNavigate } from '@tanstack/react-router';
import { Download, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../components/dialog.tsx';
import { Section } from '../../components/section.tsx';
import { Select } from '../../components/select.tsx';
import { explain, failureOf } from '../../failure.ts';
import { reportFailure } from '../../moderation/actions.ts';
import { reasonName, reasons, type Reason } from '../../moderation/reasons.ts';
import { useErase, useExport } from './actions.ts';
import type { ManagedUser } from './vocabulary.ts';

const choices = reasons.map((reason) => ({ value: reason, label: reasonName(reason) }));

type EraseDialogProps = {
  user: ManagedUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Asks before a user is erased: it can't be undone. */
function EraseDialog({ user, open, onOpenChange }: EraseDialogProps) {
  const [reason, setReason] = useState<Reason>('personal_data');
  const navigate = useNavigate();
  const erase = useErase(user, { onDone: () => void navigate({ to: '/users' }) });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Erase ${user.email}`}>
      <DialogBody>
        <p className="text-pretty text-soft">
          The account, its profiles and its mails are deleted at once, and the history
          forgets whom it was about. Usernames that were held for a week stay taken for 90
          days. This can’t be undone.
        </p>
        <Select
          label="Reason"
          showLabel
          choices={choices}
          value={reason}
          onValueChange={setReason}
        />
        {erase.error && <Alert tone="bad">{explain(failureOf(erase.error))}</Alert>}
      </DialogBody>
      <DialogActions>
        <Button size="medium" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button
          size="medium"
          variant="solid"
          busy={erase.isPending}
          onClick={() => erase.mutate({ id: user.id, reason })}
        >
          Erase for good
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What somebody may ask for: all that is held of them, and that it goes. */
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
      <div className="flex flex-wrap gap-2 px-4 py-4 sm:px-5">
        <Button size="medium" busy={exporting.isPending} onClick={save}>
          <Download aria-hidden size={16} />
          <span>Export</span>
        </Button>
        <Button size="medium" onClick={() => setAsks(true)}>
          <UserRoundX aria-hidden size={16} />
          <span>Erase…</span>
        </Button>
      </div>
      <EraseDialog user={user} open={asks} onOpenChange={setAsks} />
    </Section>
  );
}
