import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { lazily } from './lazily.tsx';

const DialogWindow = lazily(
  async () => (await import('./dialog-window.tsx')).DialogWindow,
);

/**
 * A modal dialog; on a phone it rises from the lower edge. `DialogBody` scrolls where it is longer than the screen;
 * `DialogActions` stay in sight. Its window is loaded when the first one opens; `prepare` loads it ahead.
 */
export const Dialog = (props: DialogProps) => (
  <DialogWindow {...props} wanted={props.open} />
);

Dialog.prepare = DialogWindow.prepare;
Dialog.preload = DialogWindow.preload;

/** @param label for a body that holds nothing to press, to which the focus goes to scroll it by keys */
export function DialogBody({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div
      {...(label !== undefined && { role: 'region', 'aria-label': label, tabIndex: 0 })}
      className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pt-3 pb-2 focus-visible:-outline-offset-2"
    >
      {children}
    </div>
  );
}

/** The last button is the one that confirms. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-dialog-actions
      className="flex flex-wrap items-center justify-end gap-2 px-5 pt-2 pb-4 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  );
}
