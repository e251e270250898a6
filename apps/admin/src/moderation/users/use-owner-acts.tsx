import { useCallback } from 'react';
import { useAsked } from '../../frame/use-asked.tsx';
import { useShortcut } from '../../keyboard.ts';
import type { Profile } from '../profiles/profile.ts';
import { useWho } from '../../who.ts';
import { addressOf } from '../../address-of.ts';
import type { Subject } from './actions.ts';
import { SuspendDialog } from './suspend-dialog.tsx';

const ownersOf = (profiles: readonly Profile[]): Subject[] => [
  ...new Map(
    profiles.map(({ owner }) => [owner.id, { id: owner.id, email: addressOf(owner) }]),
  ).values(),
];

export function useOwnerActs(
  group: string,
  chosen: () => Promise<readonly Profile[]>,
  isAny: boolean,
) {
  const { id: me, role } = useWho();
  const { ask, draw } = useAsked<Subject[]>();
  const canAct = isAny && role === 'admin';
  const start = useCallback(async () => {
    const owners = ownersOf(await chosen()).filter(({ id }) => id !== me);
    if (owners.length > 0) ask(owners);
  }, [ask, chosen, me]);
  useShortcut({
    keys: 's',
    label: 'Suspend the owners',
    group,
    when: canAct,
    run: () => void start(),
  });
  return {
    start,
    layer: draw((users, dialog) => <SuspendDialog users={users} {...dialog} />),
  };
}
