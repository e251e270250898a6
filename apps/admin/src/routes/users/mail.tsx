import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Section, SectionNote } from '../../components/section.tsx';
import { useClearSuppression } from './actions.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Deliveries } from '../../moderation/mail/deliveries.tsx';
import type { Inspected } from './vocabulary.ts';

/** Says that the provider delivers nothing to an address, and offers to clear the suppression. */
function Suppressed({ email }: { email: string }) {
  const [asks, setAsks] = useState(false);
  const clear = useClearSuppression({ onDone: () => setAsks(false) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line bg-warn-soft px-4 py-3 sm:px-5">
      <p className="min-w-48 flex-1 text-sm text-pretty text-warn">
        The mail provider delivers nothing to this address, so no code arrives.
      </p>
      <Button onClick={() => setAsks(true)}>Clear the suppression</Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Mail this address again?"
        confirm="Clear the suppression"
        busy={clear.isPending}
        error={clear.error}
        onConfirm={() => clear.mutate({ address: email })}
      >
        The provider forgets that mail to {email} bounced, or was reported. Ask whether the address
        works first: mail that bounces again harms the delivery to everybody. That can’t be undone.
      </ConfirmDialog>
    </div>
  );
}

/** The newest mails to a user, and whether the provider would deliver another. */
export function Mail({ user, deliveries, isSuppressed }: Inspected) {
  return (
    <Section title="Mail">
      {isSuppressed && <Suppressed email={user.email} />}
      {deliveries.length === 0 ? (
        <SectionNote>No mail was asked for lately.</SectionNote>
      ) : (
        <Deliveries deliveries={deliveries} />
      )}
    </Section>
  );
}
