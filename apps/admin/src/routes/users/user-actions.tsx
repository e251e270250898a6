import { EyeOff, ShieldCheck, UserCheck, UserX } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useShortcut } from '../../keyboard.ts';
import { useUndoKeys } from '../../moderation/undo-keys.ts';
import { useWho } from '../../who.ts';
import { RoleDialog } from './role-dialog.tsx';
import { HideAllDialog, SuspendDialog, UnsuspendDialog } from './suspend-dialogs.tsx';
import { theirProfiles, type Inspected } from './vocabulary.ts';

type Asked = 'role' | 'hide' | 'suspend' | 'unsuspend';

type UserActionsProps = Pick<Inspected, 'user' | 'activeProfileCount'>;

/** What admins can do to a user. */
export function UserActions({ user, activeProfileCount }: UserActionsProps) {
  const [asked, setAsked] = useState<Asked>();
  const [times, setTimes] = useState(0);
  const isSuspended = user.suspension !== null;
  const ask = (dialog: Asked) => {
    setAsked(dialog);
    setTimes(times + 1);
  };
  const dialogOf = (dialog: Asked) => ({
    user,
    open: asked === dialog,
    onOpenChange: () => setAsked(undefined),
  });
  const { canBeActedOn } = user;
  const isOneself = useWho().id === user.id;
  const canHide = canBeActedOn && !isOneself && activeProfileCount > 0;
  const canSuspend = canBeActedOn && !isSuspended;
  useShortcut({
    keys: 'c',
    label: 'Change the role…',
    when: canBeActedOn,
    run: () => ask('role'),
  });
  useShortcut({
    keys: 'h',
    label: 'Hide their profiles…',
    when: canHide,
    run: () => ask('hide'),
  });
  useShortcut({
    keys: 's',
    label: 'Suspend…',
    when: canSuspend,
    run: () => ask('suspend'),
  });
  useShortcut({
    keys: 'r',
    label: 'End the suspension…',
    when: isSuspended,
    run: () => ask('unsuspend'),
  });
  useUndoKeys();
  return (
    <div className="flex flex-wrap gap-2">
      {canBeActedOn && (
        <Button size="medium" onClick={() => ask('role')}>
          <ShieldCheck aria-hidden size={16} />
          <span>Change role…</span>
        </Button>
      )}
      {canHide && (
        <Button size="medium" onClick={() => ask('hide')}>
          <EyeOff aria-hidden size={16} />
          <span>Hide {theirProfiles(activeProfileCount)}…</span>
        </Button>
      )}
      {isSuspended && (
        <Button size="medium" onClick={() => ask('unsuspend')}>
          <UserCheck aria-hidden size={16} />
          <span>End suspension…</span>
        </Button>
      )}
      {canSuspend && (
        <Button size="medium" onClick={() => ask('suspend')}>
          <UserX aria-hidden size={16} />
          <span>Suspend…</span>
        </Button>
      )}
      {/* Asked anew, a dialog knows nothing of the last time. */}
      <Fragment key={times}>
        <RoleDialog {...dialogOf('role')} />
        <HideAllDialog {...dialogOf('hide')} activeProfileCount={activeProfileCount} />
        <SuspendDialog
          {...dialogOf('suspend')}
          activeProfileCount={isOneself ? 0 : activeProfileCount}
        />
        <UnsuspendDialog {...dialogOf('unsuspend')} />
      </Fragment>
    </div>
  );
}
