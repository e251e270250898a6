import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { KeyboardEventHandler, ReactNode, RefObject } from 'react';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when it has closed and the focus is back. */
  onClosed?: () => void;
  title: string;
  description?: ReactNode;
  /** Focused first. On the button that closes, Space would leave the next keys to the page. */
  initialFocus: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
};

/**
 * A modal dialog. On a phone it rises from the bottom. `DialogBody` scrolls if it
 * is too long; `DialogActions` stay visible.
 */
export function Dialog({
  open,
  onOpenChange,
  onClosed,
  title,
  description,
  initialFocus,
  onKeyDown,
  children,
}: DialogProps) {
  return (
    <BaseDialog.Root
      open={open}
      // A click beside it would lose what was typed.
      disablePointerDismissal
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Viewport
          onMouseDown={(event) => {
            // A click beside it would take the focus, and the keys with it.
            if (event.target === event.currentTarget) event.preventDefault();
          }}
          className="fixed inset-0 z-40 flex items-end justify-center sm:items-start sm:p-6 sm:pt-[min(12vh,7rem)]"
        >
          <BaseDialog.Popup
            initialFocus={initialFocus}
            onKeyDown={onKeyDown}
            className="flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-md bg-raised text-ink shadow-float outline-none transition-[opacity,translate] duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0 max-sm:data-ending-style:translate-y-6 max-sm:data-starting-style:translate-y-6 sm:max-h-[calc(100dvh-1.5rem-min(12vh,7rem))] sm:max-w-md"
          >
            <div className="flex items-start gap-4 px-5 pt-4 pb-1">
              <div className="min-w-0 flex-1">
                <BaseDialog.Title className="text-base font-semibold text-balance wrap-anywhere">
                  {title}
                </BaseDialog.Title>
                {description !== undefined && (
                  <BaseDialog.Description
                    render={<div />}
                    className="mt-1 text-sm text-pretty text-muted"
                  >
                    {description}
                  </BaseDialog.Description>
                )}
              </div>
              <BaseDialog.Close
                aria-label="Close"
                className="-mt-1 -mr-2 grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:-mt-2.5 pointer-coarse:size-11"
              >
                <X aria-hidden size={18} />
              </BaseDialog.Close>
            </div>
            {children}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/**
 * @param label needed if the body has no controls: it then gets the focus for
 * scrolling by keys
 */
export function DialogBody({
  label,
  ref,
  children,
}: {
  label?: string;
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  return (
    <div
      ref={ref}
      {...(label !== undefined && { role: 'region', 'aria-label': label, tabIndex: 0 })}
      className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 py-2 focus-visible:-outline-offset-2"
    >
      {children}
    </div>
  );
}

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
