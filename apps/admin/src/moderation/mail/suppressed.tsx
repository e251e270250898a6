import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { toastDone } from '../../components/toast.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { readUsersAgain } from '../read-again.ts';

/** Says that the provider delivers nothing to an address, and offers to clear the suppression. */
export function Suppressed({ address }: { address: string }) {
  const [asks, setAsks] = useState(false);
  const clear = useMutation(
    trpc.moderation.mail.clearSuppression.mutationOptions({
      onSuccess: () => {
        setAsks(false);
        toastDone(`Mail goes to ${address} again`);
      },
      // After an error too: somebody else may have been there first.
      onSettled: () => void readUsersAgain(),
    }),
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line bg-warn-soft px-4 py-3 sm:px-5">
      <p className="min-w-48 flex-1 text-sm text-pretty text-warn">
        The mail provider delivers nothing to this address, so no code arrives.
      </p>
      <Button onClick={() => setAsks(true)}>Clear the suppression…</Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Mail this address again?"
        confirm="Clear the suppression"
        busy={clear.isPending}
        error={clear.error}
        onConfirm={() => clear.mutate({ address })}
      >
        The provider forgets that mail to {address} bounced, or was reported. Ask whether
        the address works first: mail that bounces again harms the delivery to everybody.
        That can’t be undone.
      </ConfirmDialog>
    </div>
  );
}
