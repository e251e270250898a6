import type { ReactNode } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { lazily } from './lazily.tsx';

const DialogWindow = lazily(
  async () => (await import('./dialog-window.tsx')).DialogWindow,
);

/**
 * A modal dialog. On a phone it rises from the bottom. `DialogBody` scrolls if it
 * is too long; `DialogActions` stay visible. Its code is loaded for the first
 * dialog; `prepare` loads it earlier.
 */
export const Dialog = (props: DialogProps) => (
  <DialogWindow {...props} wanted={props.open} />
);

Dialog.prepare = DialogWindow.prepare;
Dialog.preload = DialogWindow.preload;

/**
 * @param label needed if the body has no controls: it then gets the focus for
 * scrolling by keys
 */
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

/** The last button confirms. */
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
