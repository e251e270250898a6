import { ReasonDialog } from '../moderation/reason-dialog.tsx';
import type { Restoring } from './use-moderation.ts';

/** Asks for a word on why a profile is restored. */
export function RestoreDialog({ plan, isOpen, confirm, dismiss, busy, error }: Restoring) {
  const [first] = plan?.profiles ?? [];
  return (
    <ReasonDialog
      open={isOpen}
      onOpenChange={dismiss}
      title={`Restore ${first?.username ?? ''}`}
      description="Everybody sees it again."
      confirm="Restore"
      noteHint="For its owner, and kept in the history."
      asksReason={false}
      busy={busy}
      error={error}
      onConfirm={confirm}
    />
  );
}
