import { ReasonDialog } from '../moderation/reason-dialog.tsx';
import type { Moderation } from './use-moderation.ts';

/** Asks why the profiles are to be hidden that a moderator chose. */
export function HideDialog({ asked, hide, dismiss, isHiding, error }: Moderation) {
  const [first] = asked?.profiles ?? [];
  const count = asked?.profiles.length ?? 0;
  const what = count === 1 && first ? first.username : `${count} profiles`;
  const already = asked?.already ?? 0;
  return (
    <ReasonDialog
      open={asked !== undefined}
      onOpenChange={dismiss}
      title={`Hide ${what}`}
      description={
        already > 0
          ? `${already} of those you selected ${already === 1 ? 'is' : 'are'} hidden already, and stay so.`
          : 'Only their owners, moderators and admins see them then. It can be undone.'
      }
      confirm={count === 1 ? 'Hide' : `Hide ${count}`}
      noteHint={
        count === 1
          ? 'The owner reads it beside the reason.'
          : 'Each owner reads it beside the reason.'
      }
      busy={isHiding}
      error={error}
      onConfirm={hide}
    />
  );
}
