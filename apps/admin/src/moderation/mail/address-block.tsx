import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { toastDone } from '../../components/toast.tsx';
import { trpc } from '../../trpc.ts';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { useAct } from '../use-act.ts';

const suppressed = {
  fact: 'The mail provider delivers nothing to this address, so no code arrives.',
  act: 'Clear suppression',
  title: 'Mail this address again?',
  done: (address: string) => `Mail goes to ${address} again`,
  warning: (address: string) =>
    `The provider forgets the bounce or spam report for ${address}. First make sure that the address works: more bounces harm delivery to everybody. This can’t be undone.`,
};

const refused = {
  fact: 'Its owner wants no invitation: “Not me, never again”.',
  act: 'Allow invitations',
  title: 'Allow invitations again?',
  done: (address: string) => `${address} can be invited again`,
  warning: (address: string) =>
    `${address} can be invited again. Do it only if the owner has asked you to. The history records it, and it can’t be undone.`,
};

const banned = {
  fact: 'Nobody can make an account with this address: a suspended account with it was erased.',
  act: 'End the ban',
  title: 'Let this address have an account again?',
  done: (address: string) => `${address} can have an account again`,
  warning: (address: string) =>
    `The owner of ${address} can make a new account. The history records it, and it can’t be undone.`,
};

const kinds = { suppressed, refused, banned };

/** Says that an address gets no mail or may have no account, and offers to end that. */
export function AddressBlock({
  address,
  kind,
}: {
  address: string;
  kind: keyof typeof kinds;
}) {
  const words = kinds[kind];
  const [asks, setAsks] = useState(false);
  const clear = useAct(
    trpc.moderation.mail.clearSuppression.mutationOptions({
      onSuccess: () => void toastDone(words.done(address)),
    }),
  );
  return (
    <div className="flex flex-wrap items-center gap-3 py-1">
      <p className="min-w-48 flex-1 text-pretty text-warn">{words.fact}</p>
      <Button onClick={() => setAsks(true)}>{words.act}…</Button>
      <DialogForm
        open={asks}
        onOpenChange={setAsks}
        title={words.title}
        description={words.warning(address)}
        confirm={words.act}
        act={clear}
        onSubmit={() =>
          clear.mutate({ address, refusal: kind === 'refused', ban: kind === 'banned' })
        }
      />
    </div>
  );
}
