import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { toastDone } from '../../components/toast.tsx';
import { trpc } from '../../trpc.ts';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { readUsersAgain } from '../read-again.ts';

/** Says that mail to an address is suppressed and offers to clear that. */
export function Suppressed({ address }: { address: string }) {
  const [asks, setAsks] = useState(false);
  const clear = useMutation(
    trpc.moderation.mail.clearSuppression.mutationOptions({
      onSuccess: () => {
        setAsks(false);
        toastDone(`Mail goes to ${address} again`);
      },
      // Also after an error: somebody else may have been faster.
      onSettled: () => void readUsersAgain(),
    }),
  );
  return (
    <div className="flex flex-wrap items-center gap-3 py-1">
      <p className="min-w-48 flex-1 text-pretty text-warn">
        The mail provider delivers nothing to this address, so no code arrives.
      </p>
      <Button onClick={() => setAsks(true)}>Clear suppression…</Button>
      <DialogForm
        open={asks}
        onOpenChange={setAsks}
        title="Mail this address again?"
        description={`The provider forgets the bounce or spam report for ${address}. First make sure that the address works: more bounces harm delivery to everybody. This can’t be undone.`}
        confirm="Clear suppression"
        busy={clear.isPending}
        error={clear.error}
        onSubmit={() => clear.mutate({ address })}
      />
    </div>
  );
}
