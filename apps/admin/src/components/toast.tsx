import { Toast } from '@base-ui/react/toast';
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const manager = Toast.createToastManager();

/** Milliseconds for which a toast offers an action. */
const timeForSecondThoughts = 8_000;

/** A button of a toast; it closes the toast. */
type ToastAction = { label: string; run: () => void };

type ToastOptions = { description?: string; action?: ToastAction };

type Toasted = Parameters<typeof manager.add>[0];

/** Takes away the toast that says what was done last. */
let dismissNewest = () => {};

/** Shows a toast in place of the one before. */
function replaceNewest(toast: Toasted): () => void {
  dismissNewest();
  const id = manager.add(toast);
  dismissNewest = () => manager.close(id);
  return dismissNewest;
}

/**
 * Says that something was done, and may offer an action.
 * @returns what takes the toast away
 */
export function toastDone(title: string, { description, action }: ToastOptions = {}): () => void {
  const dismiss = replaceNewest({
    title,
    description,
    type: 'done',
    ...(action && {
      timeout: timeForSecondThoughts,
      actionProps: {
        children: action.label,
        onClick: () => {
          dismiss();
          action.run();
        },
      },
    }),
  });
  return dismiss;
}

/** Says that there was nothing to do, and why. */
export function toastNote(title: string, description?: string): void {
  replaceNewest({ title, description, type: 'note' });
}

/** Says that something was not done, and why. */
export function toastFailed(title: string, description: string): void {
  manager.add({ title, description, type: 'failed', timeout: 12_000 });
}

/** Says that a part of the page did not load: the connection is gone, or a newer version has replaced it. */
export function toastNotLoaded(): void {
  toastFailed(
    'A part of this page did not load',
    'Check your connection, then load the page again: there may be a newer version of it.',
  );
}

/** Takes all toasts away. */
export const dismissToasts = (): void => manager.close();

const press = 'h-8 shrink-0 rounded-lg transition-colors hover:bg-sunken pointer-coarse:min-h-11';

const signs: Readonly<Record<string, { icon: LucideIcon; tone: string }>> = {
  done: { icon: CircleCheck, tone: 'text-good' },
  failed: { icon: CircleAlert, tone: 'text-bad' },
};

function Sign({ type = 'note', description }: Toast.Root.ToastObject<object>) {
  const { icon: Icon, tone } = signs[type] ?? { icon: Info, tone: 'text-muted' };
  return (
    <Icon aria-hidden size={18} className={clsx('shrink-0', description && 'self-start', tone)} />
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['left', 'down']}
      className="pointer-events-auto rounded-xl border border-line bg-raised shadow-float transition-[opacity,translate] duration-200 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-center gap-3 py-2.5 pr-2.5 pl-3.5">
        <Sign {...toast} />
        <div className="min-w-0 flex-1">
          <Toast.Title className="text-sm font-medium wrap-anywhere text-ink" />
          <Toast.Description className="mt-0.5 text-[0.8125rem] text-pretty wrap-anywhere text-muted" />
        </div>
        <Toast.Action className={clsx(press, 'px-2.5 text-sm font-semibold text-accent-ink')} />
        <Toast.Close
          aria-label="Dismiss"
          className={clsx(
            press,
            'grid w-8 place-items-center self-start text-muted hover:text-ink pointer-coarse:min-w-11',
          )}
        >
          <X aria-hidden size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

/**
 * Shows toasts above everything inside. F6 moves the focus to them. They stay off the right edge, where the buttons of rows
 * are, and above an element with `data-bottom-bar`.
 */
export function Toaster({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="pointer-events-none fixed right-20 bottom-4 left-4 z-50 flex flex-col-reverse gap-2 transition-[bottom] sm:right-auto sm:w-96 [:root:has([data-bottom-bar])_&]:bottom-40 sm:[:root:has([data-bottom-bar])_&]:bottom-24">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
