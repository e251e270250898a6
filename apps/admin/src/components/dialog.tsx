import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';

const widths = { medium: 'sm:max-w-lg', large: 'sm:max-w-2xl' } as const;

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  width?: keyof typeof widths;
  /** Gets the focus first; by default the first element that can. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/**
 * A modal dialog; on a phone it rises from the lower edge. `DialogBody` scrolls where it is longer than the screen;
 * `DialogActions` stay in sight.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = 'medium',
  initialFocus,
  children,
}: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-[light-dark(rgb(24_24_27/0.4),rgb(0_0_0/0.65))] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-start sm:p-6 sm:pt-[min(12vh,7rem)]">
          <BaseDialog.Popup
            {...(initialFocus && { initialFocus })}
            className={clsx(
              'flex max-h-[92dvh] w-full flex-col overflow-hidden border border-line bg-raised text-ink shadow-float outline-none max-sm:rounded-t-2xl sm:max-h-[calc(100dvh-1.5rem-min(12vh,7rem))] sm:rounded-2xl',
              'transition-[opacity,translate,scale] duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 max-sm:data-ending-style:translate-y-6 max-sm:data-starting-style:translate-y-6 sm:data-ending-style:scale-98 sm:data-starting-style:scale-98',
              widths[width],
            )}
          >
            <div className="flex items-start gap-4 px-5 pt-5 sm:px-6 sm:pt-6">
              <div className="min-w-0 flex-1">
                <BaseDialog.Title className="text-base font-semibold tracking-tight text-balance wrap-anywhere">
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
                className="-mt-1 -mr-2 grid size-8 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink pointer-coarse:-mt-2.5 pointer-coarse:size-11"
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

/** @param label for a body that holds nothing to press, to which the focus goes to scroll it by keys */
export function DialogBody({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div
      {...(label !== undefined && { role: 'region', 'aria-label': label, tabIndex: 0 })}
      className="flex min-h-0 flex-col gap-5 overflow-y-auto px-5 pt-4 pb-5 focus-visible:-outline-offset-2 sm:px-6"
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
      className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken/50 px-5 py-3.5 max-sm:pb-[max(0.875rem,env(safe-area-inset-bottom))] sm:px-6"
    >
      {children}
    </div>
  );
}
