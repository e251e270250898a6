import { useCallback, useState } from 'react';

type State<Asked> = { asked: Asked | undefined; isOpen: boolean; times: number };

/** The subject of a dialog. It stays the same while the dialog closes. */
export function useAsked<Asked>() {
  const [state, setState] = useState<State<Asked>>({
    asked: undefined,
    isOpen: false,
    times: 0,
  });
  return {
    asked: state.asked,
    ask: useCallback(
      (asked: Asked) =>
        setState(({ times }) => ({ asked, isOpen: true, times: times + 1 })),
      [],
    ),
    close: () => setState((before) => ({ ...before, isOpen: false })),
    /** The dialog's `key`, so that each opening starts fresh. */
    times: state.times,
    isOpen: state.isOpen,
  };
}
