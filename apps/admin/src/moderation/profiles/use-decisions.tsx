import { Shortcut, useShortcut } from '../../keyboard.ts';
import { decide } from './decide.ts';
import { nameOf, type Profile } from './profile.ts';
import { useReasons } from '../reasons-popover.tsx';
import { reasonName, reasons, type Explanation, type Reason } from '../reasons.ts';
import { typedFor } from '../typed-notes.ts';
import { useWho } from '../../who.ts';

type Profiles = readonly Profile[] | Promise<readonly Profile[]>;

type Target = {
  /** The heading of the keys in the help. */
  group: string;
  /** The chosen profiles, once they are loaded. */
  chosen: () => Promise<readonly Profile[]>;
  isAny: boolean;
  onDecided?: (ids: string[], hidden: boolean) => void;
};

const focused = (): Element =>
  document.activeElement?.closest('[role="row"]') ??
  document.activeElement ??
  document.body;

/** Hides and restores the chosen profiles: `1` to `6`, `h` and `r`. */
export function useDecisions({ group, chosen, isAny, onDecided }: Target) {
  const { id: me } = useWho();
  const { ask, choose, popover } = useReasons();
  const act = (profiles: readonly Profile[], why?: Explanation) => {
    const ids = decide(profiles, me, why);
    onDecided?.(ids, why !== undefined);
  };
  const restore = async (these: Profiles = chosen()) => act(await these);
  /** Without a reason it asks for one beside the anchor. */
  const hide = async (
    by: { reason: Reason } | { anchor: Element },
    these: Profiles = chosen(),
  ) => {
    const profiles = await these;
    if (profiles.length === 0) return;
    const asked = {
      what: nameOf(profiles),
      typed: typedFor(profiles.map(({ id }) => id)),
      onChoose: (why: Explanation) => act(profiles, why),
    };
    if ('reason' in by) choose(asked, by.reason);
    else ask({ ...asked, ...by });
  };
  useShortcut({
    keys: 'h',
    label: 'Hide, with a reason',
    group,
    when: isAny,
    run: () => void hide({ anchor: focused() }),
  });
  useShortcut({
    keys: 'r',
    label: 'Restore',
    group,
    when: isAny,
    run: () => void restore(),
  });
  const keys = reasons.map((reason, index) => (
    <Shortcut
      key={reason}
      keys={String(index + 1)}
      label={`Hide: ${reasonName(reason)}`}
      group={group}
      when={isAny}
      run={() => void hide({ reason })}
    />
  ));
  return {
    /** Opens the reasons beside an element, for the chosen profiles or for these. */
    askWhy: (anchor: Element, these?: Profiles) => hide({ anchor }, these),
    restore,
    /** Render it once on the page. */
    layer: (
      <>
        {keys}
        {popover}
      </>
    ),
  };
}
