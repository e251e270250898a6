import { ReasonDialog } from '../moderation/reason-dialog.tsx';
import type { Moderation } from './use-moderation.ts';

/** Asks for a word on why the profiles are restored. */
export function RestoreDialog({
  askedToRestore,
  restoreWithNotes,
  dismiss,
  isRestoring,
  restoreError,
}: Moderation) {
  const [first] = askedToRestore ?? [];
  return (
    <ReasonDialog
      open={askedToRestore !== undefined}
      onOpenChange={dismiss}
      title={`Restore ${first?.username ?? ''}`}
      description="Everybody sees it again."
      confirm="Restore"
      noteHint="For its owner, and kept in the history."
      asksReason={false}
      busy={isRestoring}
      error={restoreError}
      onConfirm={restoreWithNotes}
    />
  );
}
