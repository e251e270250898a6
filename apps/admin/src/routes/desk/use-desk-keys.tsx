import { useCallback } from 'react';
import { Button } from '../../components/button.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { useShortcut } from '../../keyboard.ts';
import { undoLast, useLastDone } from '../../moderation/actions.ts';
import { closeItem } from '../../moderation/desk/close.ts';
import type { DeskItem } from '../../moderation/desk/item.ts';
import { latest } from '../../moderation/profiles/progress.ts';
import { useDecisions } from '../../moderation/profiles/use-decisions.tsx';

const group = 'Desk';

type DeskKeysProps = {
  item: DeskItem | undefined;
  /** Takes what was hidden or restored from the desk. */
  onHidden: (ids: readonly string[]) => void;
  onSettled: (asked: readonly string[], done: ReadonlySet<string>) => void;
};

/** The keys that decide about an item, and their buttons. */
export function useDeskKeys({ item, onHidden, onSettled }: DeskKeysProps) {
  const profile = item?.profile ?? undefined;
  const isAppeal = item?.kind === 'appealed';
  const chosen = useCallback(async () => (profile ? [latest(profile)] : []), [profile]);
  const { askWhy, restore, layer } = useDecisions({
    group,
    chosen,
    isAny: profile !== undefined,
    onDecided: onHidden,
    onSettled,
  });
  const close = (decision: 'approve' | 'pass_on' | 'uphold') => {
    if (item) closeItem(item, decision);
  };
  const isLook = item !== undefined && !isAppeal;
  useShortcut({
    keys: 'Space',
    label: 'Approve',
    group,
    when: isLook,
    // A button with the focus takes Space for itself.
    run: () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLButtonElement) activeElement.click();
      else close('approve');
    },
  });
  useShortcut({
    keys: 'e',
    label: 'Ask a colleague for a second look',
    group,
    when: isLook && item.kind !== 'second_look',
    run: () => close('pass_on'),
  });
  useShortcut({
    keys: 't',
    label: 'Turn the appeal down',
    group,
    when: isAppeal,
    run: () => close('uphold'),
  });
  const last = useLastDone();
  const foot = item && (
    <>
      {isAppeal ? (
        <>
          <Button onClick={() => close('uphold')}>
            Turn down <Kbd keys="t" />
          </Button>
          {profile && (
            <Button onClick={() => void restore()}>
              Restore <Kbd keys="r" />
            </Button>
          )}
        </>
      ) : (
        <>
          <Button variant="solid" onClick={() => close('approve')}>
            Approve <Kbd keys="Space" />
          </Button>
          <Button onClick={({ currentTarget }) => void askWhy(currentTarget)}>
            Hide <Kbd keys="h" />
          </Button>
          {item.kind !== 'second_look' && (
            <Button onClick={() => close('pass_on')}>
              Second look <Kbd keys="e" />
            </Button>
          )}
        </>
      )}
      {last && (
        <Button
          variant="quiet"
          title={last.title}
          onClick={() => void undoLast()}
          className="ml-auto"
        >
          Undo <Kbd keys="u" />
        </Button>
      )}
    </>
  );
  return { foot, layer };
}
