import { Link } from '@tanstack/react-router';
import { AlarmClock, Undo2 } from 'lucide-react';
import { useCallback } from 'react';
import { Button, buttonStyle } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { toastNote } from '../../components/toast.tsx';
import { useShortcut } from '../../keyboard.ts';
import { useLastDone } from '../../moderation/actions.ts';
import { TextDialog } from '../../frame/text-dialog.tsx';
import { useAsked } from '../../frame/use-asked.tsx';
import { closeItem } from '../../moderation/desk/close.ts';
import {
  type DeskItem,
  nameOf,
  noteAbout,
  subjectOf,
} from '../../moderation/desk/item.ts';
import { SnoozeDialog } from '../../moderation/desk/snooze-dialog.tsx';
import { useNoting } from '../../moderation/desk/noting.tsx';
import { typedFor } from '../../moderation/typed-notes.ts';
import { latest } from '../../moderation/profiles/progress.ts';
import { useDecisions } from '../../moderation/profiles/use-decisions.tsx';
import { undoNewest } from '../../moderation/undo-keys.ts';
import { useOwnerActs } from '../../moderation/users/use-owner-acts.tsx';
import { useWho } from '../../who.ts';

const group = 'Desk';

export function useDeskKeys(item: DeskItem | undefined) {
  const profile = item?.profile ?? undefined;
  const isAppeal = item?.kind === 'appealed';
  const isContested = item?.kind === 'contested';
  const chosen = useCallback(async () => (profile ? [latest(profile)] : []), [profile]);
  const { askWhy, restore, layer } = useDecisions({
    group,
    chosen,
    isAny: profile !== undefined,
  });
  const turning = useAsked<DeskItem>();
  const noting = useNoting(group, item && noteAbout(item));
  const { role } = useWho();
  const isAdmin = role === 'admin';
  const close = (decision: 'approve' | 'pass_on' | 'ask_admin') => {
    if (item) closeItem(item, decision);
  };
  const isReported = item?.urgent === true || item?.kind === 'reported';
  const isOfCard = item !== undefined && !isAppeal && !isContested;
  const approval = isContested ? 'Leave the address' : 'Approve';
  useShortcut({
    keys: 'Space',
    label: isAppeal ? 'Answers no appeal' : approval,
    group,
    when: item !== undefined,
    // Elsewhere Space scrolls the page, or presses what has the focus.
    isMeant: () => document.activeElement?.matches('body, [role="row"], #case') ?? true,
    run: () => {
      if (isAppeal) {
        toastNote('Space answers no appeal', 'Turn it down, or take back what was done.');
      } else {
        close('approve');
      }
    },
  });
  useShortcut({
    keys: 'e',
    label: 'Ask a colleague for a second look',
    group,
    when: isOfCard && item.kind !== 'second_look',
    run: () => close('pass_on'),
  });
  useShortcut({
    keys: 't',
    label: 'Turn the appeal down',
    group,
    when: isAppeal,
    run: () => item && turning.ask(item),
  });
  useShortcut({
    keys: 'a',
    label: 'Ask an admin',
    group,
    when: isOfCard && !isAdmin,
    run: () => close('ask_admin'),
  });
  const snoozing = useAsked<DeskItem>();
  useShortcut({
    keys: 'z',
    label: 'Snooze',
    group,
    when: item !== undefined,
    run: () => item && snoozing.ask(item),
  });
  const owners = useOwnerActs(group, chosen, profile !== undefined);
  const last = useLastDone();
  const openUser = item && !profile && (
    <Link to="/users/$id" params={{ id: item.user.id }} className={buttonStyle()}>
      Open user
    </Link>
  );
  const foot = item && (
    <>
      {isAppeal && (
        <>
          <Button onClick={() => turning.ask(item)} keys="t">
            Turn down
          </Button>
          {openUser}
          {profile && (
            <Button onClick={() => void restore()} keys="r">
              Restore
            </Button>
          )}
        </>
      )}
      {isContested && (
        <>
          <Button onClick={() => close('approve')} keys="Space">
            {approval}
          </Button>
          {openUser}
        </>
      )}
      {isOfCard && (
        <>
          <Button
            variant={isReported ? 'outline' : 'solid'}
            onClick={() => close('approve')}
            keys="Space"
          >
            Approve
          </Button>
          <Button onClick={({ currentTarget }) => void askWhy(currentTarget)} keys="1–6">
            Hide
          </Button>
          {isReported && isAdmin && (
            <Button onClick={() => void owners.start()} keys="s">
              Suspend
            </Button>
          )}
          {isReported && !isAdmin && (
            <Button onClick={() => close('ask_admin')} keys="a">
              Ask an admin
            </Button>
          )}
          {!isReported && item.kind !== 'second_look' && (
            <Button onClick={() => close('pass_on')} keys="e">
              Second look
            </Button>
          )}
        </>
      )}
      {/* Together, so that on a phone they are a line of their own or none. */}
      <div className="ml-auto flex gap-1">
        {noting.button}
        <IconButton
          icon={AlarmClock}
          label="Snooze"
          keys="z"
          run={() => snoozing.ask(item)}
        />
        {last && (
          <IconButton
            icon={Undo2}
            label={`Undo: ${last.title}`}
            keys="u"
            run={() => void undoNewest()}
          />
        )}
      </div>
    </>
  );
  return {
    foot,
    layer: (
      <>
        {layer}
        {owners.layer}
        {noting.layer}
        {snoozing.draw((asked, dialog) => (
          <SnoozeDialog item={asked} {...dialog} />
        ))}
        {turning.draw((asked, dialog) => (
          <TextDialog
            {...dialog}
            title={`Turn down the appeal of ${nameOf(asked)}`}
            confirm="Turn down"
            label="Answer to the owner"
            maxLength={500}
            typed={typedFor([subjectOf(asked)])?.note}
            closesFirst
            onConfirm={(text) => closeItem(asked, 'uphold', text)}
          />
        ))}
      </>
    ),
  };
}
