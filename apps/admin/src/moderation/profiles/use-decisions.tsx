import { useCallback } from 'react';
import { useAsked } from '../../frame/use-asked.ts';
import { useShortcut } from '../../keyboard.ts';
import { decide } from './decide.ts';
import { nameOf, type Profile } from './profile.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useReasons } from '../reasons-popover.tsx';
import { reasonName, reasons, type Explanation, type Reason } from '../reasons.ts';
import { useWho } from '../../who.ts';

/** The profiles that keys and buttons act on. */
type Target = {
  /** The heading of the keys in the help. */
  group: string;
  /** The chosen profiles, once they are loaded. */
  chosen: () => Promise<readonly Profile[]>;
  isAny: boolean;
  /** Gets the ids of the decided profiles. */
  onDecided: (ids: string[], hidden: boolean) => void;
  /**
   * Gets the ids of the changed profiles after the answer. The function must not
   * change.
   */
  onSettled?: (asked: readonly string[], done: ReadonlySet<string>) => void;
};

type Notes = { note?: string | null; privateNote?: string | null };

/** The focused row, or the focused element. */
const focused = (): Element =>
  document.activeElement?.closest('[role="row"]') ??
  document.activeElement ??
  document.body;

function ReasonKey(props: {
  reason: Reason;
  number: number;
  group: string;
  isAny: boolean;
  onHide: (reason: Reason) => void;
}) {
  const { reason, number, group, isAny, onHide } = props;
  useShortcut({
    keys: String(number),
    label: `Hide: ${reasonName(reason)}`,
    group,
    when: isAny,
    run: () => onHide(reason),
  });
  return null;
}

/** Hides and restores the chosen profiles: `1` to `6`, `h` and `r`. */
export function useDecisions({ group, chosen, isAny, ...target }: Target) {
  const { onDecided, onSettled } = target;
  const { id: me } = useWho();
  const { ask, choose, popover } = useReasons();
  const noting = useAsked<readonly Profile[]>();
  const act = useCallback(
    (profiles: readonly Profile[], hidden: boolean, why: Partial<Explanation>) => {
      const ids = decide(profiles, hidden, {
        me,
        onSettled: (done) => onSettled?.(ids, done),
        ...why,
      });
      onDecided(ids, hidden);
    },
    [me, onDecided, onSettled],
  );
  const hide = async (reason: Reason) => {
    const profiles = await chosen();
    if (profiles.length === 0) return;
    choose(
      { what: nameOf(profiles), onChoose: (why) => act(profiles, true, why) },
      reason,
    );
  };
  const restoreThese = useCallback(
    (profiles: readonly Profile[], notes: Notes = {}) => act(profiles, false, notes),
    [act],
  );
  const askAbout = useCallback(
    (profiles: readonly Profile[], anchor: Element) => {
      if (profiles.length === 0) return;
      ask({
        what: nameOf(profiles),
        anchor,
        onChoose: (why) => act(profiles, true, why),
      });
    },
    [act, ask],
  );
  const restore = async (notes: Notes = {}) => restoreThese(await chosen(), notes);
  const askWhy = async (anchor: Element) => askAbout(await chosen(), anchor);
  useShortcut({
    keys: 'h',
    label: 'Hide, with a reason',
    group,
    when: isAny,
    run: () => void askWhy(focused()),
  });
  useShortcut({
    keys: 'r',
    label: 'Restore',
    group,
    when: isAny,
    run: () => void restore(),
  });
  useShortcut({
    keys: 'Shift+r',
    label: 'Restore with a note',
    group,
    when: isAny,
    run: () => void chosen().then(noting.ask),
  });
  const keys = reasons.map((reason, index) => (
    <ReasonKey
      key={reason}
      reason={reason}
      number={index + 1}
      group={group}
      isAny={isAny}
      onHide={(given) => void hide(given)}
    />
  ));
  return {
    /** Opens the reasons beside an element, for the chosen profiles. */
    askWhy,
    restore,
    /** The same for given profiles. These two functions never change. */
    askAbout,
    restoreThese,
    /** Render it once on the page. */
    layer: (
      <>
        {keys}
        {popover}
        <ReasonDialog
          key={noting.times}
          open={noting.isOpen}
          onOpenChange={noting.close}
          title={`Restore ${nameOf(noting.asked ?? [])}`}
          confirm="Restore"
          asksReason={false}
          noteHint="It stays in the history."
          onConfirm={({ note, privateNote }) => {
            noting.close();
            void restore({ note, privateNote });
          }}
        />
      </>
    ),
  };
}
