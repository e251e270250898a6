import { ReasonDialog } from '../../moderation/reason-dialog.tsx';
import type { Hiding, Restoring } from './use-moderation.ts';

/** Asks why the chosen profiles are to be hidden. */
export function HideDialog({ plan, isOpen, confirm, dismiss, busy, error }: Hiding) {
  const [first] = plan?.profiles ?? [];
  const count = plan?.profiles.length ?? 0;
  const already = (plan?.chosen.length ?? 0) - count;
  const what = count === 1 && first ? first.username : `${count} profiles`;
  return (
    <ReasonDialog
      open={isOpen}
      onOpenChange={dismiss}
      title={`Hide ${what}`}
      description={
        already > 0
          ? `${already} of those you selected ${already === 1 ? 'is' : 'are'} hidden already, and stay so.`
          : `Only ${count === 1 ? 'its owner, moderators and admins see it' : 'their owners, moderators and admins see them'} then. It can be undone.`
      }
      confirm={count === 1 ? 'Hide' : `Hide ${count}`}
      noteHint={
        count === 1
          ? 'The owner reads it beside the reason.'
          : 'Each owner reads it beside the reason.'
      }
      busy={busy}
      error={error}
      onConfirm={confirm}
    />
  );
}

/** Asks for a note on why a profile is restored. */
export function RestoreDialog({
  plan,
  isOpen,
  confirm,
  dismiss,
  busy,
  error,
}: Restoring) {
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
