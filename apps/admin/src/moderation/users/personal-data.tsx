import { readAddress } from '@namecard/client';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ComponentProps } from 'react';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { Section } from '../../components/section.tsx';
import { toastDone } from '../../components/toast.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { type DialogState, useAsked } from '../../frame/use-asked.tsx';
import { saveFile } from '../../save-file.ts';
import { trpc } from '../../trpc.ts';
import { ReasonChoice } from '../reason-choice.tsx';
import { erasureReasons, type ErasureReason } from '../reasons.ts';
import { useAct } from '../use-act.ts';
import type { ManagedUser } from './vocabulary.ts';

const { erase, eraseAddress, export: exportUser, exportAddress } = trpc.moderation.users;

const savingAs = (name: string) => ({
  onSuccess: ({ data }: { data: unknown }) =>
    saveFile([JSON.stringify(data, undefined, 2)], { name, type: 'application/json' }),
});

const notExported = 'Their data was not exported';

type Acts = {
  email: string;
  warning: string;
  erasing: NonNullable<ComponentProps<typeof DialogForm>['act']>;
  onErase: (reason: ErasureReason) => void;
};

/**
 * Asks before anything is erased. That can't be undone, so nothing is chosen already,
 * and the address must be typed.
 */
function EraseDialog({
  email,
  warning,
  erasing,
  onErase,
  ...dialog
}: Acts & DialogState) {
  const [reason, setReason] = useState<ErasureReason>();
  const [typed, setTyped] = useState('');
  return (
    <DialogForm
      {...dialog}
      title={`Erase ${email}`}
      description={`${warning} This can’t be undone.`}
      confirm="Erase for good"
      isDanger
      isForGood
      isIncomplete={
        reason === undefined || readAddress(typed).toLowerCase() !== email.toLowerCase()
      }
      act={erasing}
      onSubmit={() => reason && onErase(reason)}
    >
      <ReasonChoice reasons={erasureReasons} value={reason} onValueChange={setReason} />
      <Field label="Their address" hint={`Type ${email} to confirm.`}>
        <Input value={typed} onValueChange={setTyped} autoComplete="off" />
      </Field>
    </DialogForm>
  );
}

type RightsProps = Acts & { hint: string; isExporting: boolean; onExport: () => void };

function Rights({ hint, isExporting, onExport, ...acts }: RightsProps) {
  const { ask, draw } = useAsked<true>();
  return (
    <Section
      title="Personal data"
      aside={
        <div className="flex gap-1">
          <Button busy={isExporting} onClick={onExport}>
            Export
          </Button>
          <Button onClick={() => ask(true)}>Erase…</Button>
        </div>
      }
    >
      <p className="text-muted">{hint}</p>
      {draw((_, dialog) => (
        <EraseDialog {...acts} {...dialog} />
      ))}
    </Section>
  );
}

export function PersonalData({ user: { id, email, suspension } }: { user: ManagedUser }) {
  const navigate = useNavigate();
  const exporting = useAct(
    exportUser.mutationOptions(savingAs(`namecard-user-${id}.json`)),
    notExported,
  );
  const erasing = useAct(
    erase.mutationOptions({ onSuccess: () => void toastDone(`${email} is erased`) }),
  );
  const banned = suspension
    ? ' The suspension stays on the address until it would have ended, two years at most.'
    : '';
  return (
    <Rights
      email={email}
      hint="The file’s part aboutThisPerson is what others wrote. Weigh it before you give it."
      warning={`This deletes the account, its profiles and its mails at once. The history keeps what moderators did, but without this person. Usernames that were held for a week stay taken for 90 days.${banned}`}
      isExporting={exporting.isPending}
      onExport={() => exporting.mutate({ id })}
      erasing={erasing}
      onErase={(reason) =>
        erasing.mutate(
          { id, reason },
          { onSuccess: () => void navigate({ to: '/users' }) },
        )
      }
    />
  );
}

/** What is kept with an address that has no account. */
export function AddressData({ address }: { address: string }) {
  const exporting = useAct(
    exportAddress.mutationOptions(savingAs('namecard-address.json')),
    notExported,
  );
  const erasing = useAct(
    eraseAddress.mutationOptions({
      onSuccess: ({ data }) =>
        void toastDone(
          data.action === null
            ? `Nothing was kept with ${address}`
            : `${address} is forgotten`,
        ),
    }),
  );
  return (
    <Rights
      email={address}
      hint="The address has no account. It may have been invited, asked for codes or been left with a report."
      warning="This deletes the mails to it, its invitation, and its name in reports. Wrong codes of the last 24 hours stay, and so do a block, a ban, “never again” and a change to it that a member asked for."
      isExporting={exporting.isPending}
      onExport={() => exporting.mutate({ address })}
      erasing={erasing}
      onErase={(reason) => erasing.mutate({ address, reason })}
    />
  );
}
