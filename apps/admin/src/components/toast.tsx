import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';

const manager = Toast.createToastManager();

/** Tells that something was done. */
export const toastDone = (title: string, description?: string) =>
  manager.add({ title, description, type: 'done' });

/** Tells that something was not done, and why; long enough to be read. */
export const toastFailed = (title: string, description: string) =>
  manager.add({ title, description, type: 'failed', timeout: 12_000 });

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['right', 'down']}
      className="pointer-events-auto rounded-xl border border-line bg-raised shadow-float transition-[opacity,translate] duration-200 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-3 p-3.5">
        {toast.type === 'failed' ? (
          <CircleAlert aria-hidden size={18} className="mt-px shrink-0 text-bad" />
        ) : (
          <CircleCheck aria-hidden size={18} className="mt-px shrink-0 text-good" />
        )}
        <div className="min-w-0 flex-1">
          <Toast.Title className="truncate text-sm font-medium text-ink" />
          <Toast.Description className="mt-0.5 text-[0.8125rem] text-pretty text-muted" />
        </div>
        <Toast.Close
          aria-label="Dismiss"
          className="-m-1 grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

/** Shows what `toastDone` and `toastFailed` tell, above everything inside. F6 moves the focus to it. */
export function Toaster({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col-reverse gap-2 sm:left-auto sm:w-84">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
