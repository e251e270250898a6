import { useCallback } from 'react';
import { useAsked } from '../../frame/use-asked.tsx';
import { useShortcut } from '../../keyboard.ts';
import {
  HideAllDialog,
  SuspendDialog,
  UnsuspendDialog,
} from '../../moderation/users/suspend-dialog.tsx';
import type { ManagedUser } from '../../moderation/users/vocabulary.ts';
import { useWho } from '../../who.ts';
import { RoleDialog } from './role-dialog.tsx';

type Act = 'role' | 'hide' | 'suspend' | 'unsuspend';

type Target = {
  chosen: () => Promise<readonly ManagedUser[]>;
  /**
   * The focused user, which decides the available keys. Undefined if several are
   * chosen.
   */
  only: ManagedUser | undefined;
  isAny: boolean;
  onDone?: () => void;
};

export function useUserActs({ chosen, only, isAny, onDone }: Target) {
  const me = useWho().id;
  const { ask, draw } = useAsked<{
    act: Act;
    users: readonly ManagedUser[];
  }>();
  const start = useCallback(
    async (act: Act, user?: ManagedUser) => {
      const all = user ? [user] : await chosen();
      const users = all.filter(({ canBeActedOn }) => canBeActedOn);
      if (users.length > 0) ask({ act, users });
    },
    [ask, chosen],
  );
  const isSuspended = only !== undefined && only.suspension !== null;
  const canAct = isAny && (only?.canBeActedOn ?? true);
  useShortcut({
    keys: 'c',
    label: 'Change the role',
    group: 'Users',
    when: canAct && only !== undefined,
    run: () => void start('role'),
  });
  useShortcut({
    keys: 'h',
    label: 'Hide their profiles',
    group: 'Users',
    when: canAct && only?.id !== me,
    run: () => void start('hide'),
  });
  useShortcut({
    keys: 's',
    label: 'Suspend',
    group: 'Users',
    when: canAct && !isSuspended,
    run: () => void start('suspend'),
  });
  useShortcut({
    keys: 'r',
    label: 'End the suspension',
    group: 'Users',
    when: canAct && (isSuspended || only === undefined),
    run: () => void start('unsuspend'),
  });
  return {
    start,
    layer: draw(({ act, users }, dialog) => {
      const [first] = users;
      const asked = { users, ...dialog, onDone };
      if (act === 'suspend') return <SuspendDialog {...asked} />;
      if (act === 'unsuspend') return <UnsuspendDialog {...asked} />;
      if (act === 'hide') {
        return <HideAllDialog {...asked} count={first?.profileCount ?? 0} />;
      }
      return first && <RoleDialog user={first} {...dialog} />;
    }),
  };
}

export type UserActs = ReturnType<typeof useUserActs>;
