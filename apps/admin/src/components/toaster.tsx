import { Toast } from '@base-ui/react/toast';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { toasts } from './toast.tsx';

const press =
  'h-7 shrink-0 rounded-md transition-colors hover:bg-sunken pointer-coarse:min-h-11';

function ToastList() {
  const { toasts: shown } = Toast.useToastManager();
  return shown.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['left', 'down']}
      className="pointer-events-auto rounded-md bg-raised shadow-float transition-[opacity,translate] duration-120 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex flex-wrap items-center px-3 py-1.5">
        <Toast.Title
          className={clsx(
            'min-w-0 flex-1 basis-24 py-1 font-medium wrap-anywhere',
            toast.type === 'failed' ? 'text-bad' : 'text-ink',
          )}
        />
        <Toast.Action
          className={clsx(press, 'px-2 font-medium text-accent-ink md:order-1 md:-ml-2')}
        />
        <Toast.Close
          aria-label="Dismiss"
          // Our toasts are never stacked, so the button is always seen.
          aria-hidden={false}
          className={clsx(
            press,
            '-mr-2 grid w-7 place-items-center self-start text-muted hover:text-ink pointer-coarse:min-w-11',
          )}
        >
          <X aria-hidden size={14} />
        </Toast.Close>
        <Toast.Description className="basis-full pb-1 text-xs text-pretty wrap-anywhere whitespace-pre-line text-muted" />
      </Toast.Content>
    </Toast.Root>
  ));
}

/**
 * Shows toasts in the rail, where they cover no rows, and above an element with
 * `data-bottom-bar`. F6 moves the focus to them. On a phone they are above the
 * tabs, or at the top while a dialog or the reasons are at the bottom.
 */
export function Toaster() {
  return (
    <Toast.Provider toastManager={toasts} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          data-toasts
          className="pointer-events-none fixed right-4 bottom-16 left-4 z-50 flex flex-col-reverse gap-2 transition-[bottom] md:right-auto md:bottom-10 md:left-3 md:w-44 [:root:has([data-bottom-bar])_&]:bottom-40 md:[:root:has([data-bottom-bar])_&]:bottom-24 max-sm:[:root:has([data-dialog-actions],[data-bottom-sheet])_&]:top-2 max-sm:[:root:has([data-dialog-actions],[data-bottom-sheet])_&]:bottom-auto!"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
