import { Fragment, useCallback, useState, type ReactNode } from 'react';

type State<Asked> = { asked?: Asked; isOpen: boolean; times: number };

/** What a dialog gets from its opening. */
export type DialogState = { open: boolean; onOpenChange: () => void };

/** The subject of a dialog. It stays the same while the dialog closes. */
export function useAsked<Asked>() {
  const [state, setState] = useState<State<Asked>>({ isOpen: false, times: 0 });
  const { asked, isOpen, times } = state;
  const close = () => setState((now) => ({ ...now, isOpen: false }));
  return {
    ask: useCallback(
      (next: Asked) =>
        setState((before) => ({ asked: next, isOpen: true, times: before.times + 1 })),
      [],
    ),
    /** Draws the dialog. Each opening starts fresh. */
    draw: (dialog: (about: Asked, state: DialogState) => ReactNode): ReactNode => (
      // Beside another dialog its key alone would be the same, and React take one for both.
      <>
        {asked !== undefined && (
          <Fragment key={times}>
            {dialog(asked, { open: isOpen, onOpenChange: close })}
          </Fragment>
        )}
      </>
    ),
  };
}
