import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { whileMeant } from '../components/while-meant.ts';

type State<Asked> = { asked: Asked | undefined; isOpen: boolean; times: number };

/** Loads the code of a dialog. It never rejects. */
type Preload = () => Promise<unknown>;

/**
 * The subject of a dialog. It stays the same while the dialog closes.
 * @param preload loads what the dialog needs besides its window
 */
export function useAsked<Asked>(preload: Preload = async () => undefined) {
  const [state, setState] = useState<State<Asked>>({
    asked: undefined,
    isOpen: false,
    times: 0,
  });
  const open = (asked: Asked) =>
    setState(({ times }) => ({ asked, isOpen: true, times: times + 1 }));
  return {
    asked: state.asked,
    ask: (asked: Asked) =>
      void whileMeant(Promise.all([Dialog.preload(), preload()]), () => open(asked)),
    close: () => setState((before) => ({ ...before, isOpen: false })),
    /** The dialog's `key`, so that each opening starts fresh. */
    times: state.times,
    isOpen: state.isOpen,
  };
}
