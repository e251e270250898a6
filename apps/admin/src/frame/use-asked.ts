import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { whileMeant } from '../components/while-meant.ts';

type State<Asked> = { asked: Asked | undefined; isOpen: boolean; times: number };

/** Loads the code of a dialog; it never fails. */
type Preload = () => Promise<unknown>;

/**
 * What a page asks about in a dialog. It keeps its words while it closes.
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
    /** The `key` of the dialog: asked anew it knows nothing of the last time. */
    times: state.times,
    isOpen: state.isOpen,
  };
}
