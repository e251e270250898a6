import { Toast } from '@base-ui/react/toast';
import { createStore } from '../store.ts';

/** Shows toasts from when it is on the page. */
export const shownToasts = Toast.createToastManager();

/** How many toasts there were. What shows them is loaded for the first. */
export const toastCount = createStore(0);

const { promise: ready, resolve } = Promise.withResolvers<void>();

/** Shows the toasts that waited for it. */
export const startToasts = (): void => resolve();

/** Toasts wait until they can be shown. */
const manager = {
  add: (toast: Parameters<typeof shownToasts.add>[0]): string => {
    toastCount.set(toastCount.get() + 1);
    const id = `toast-${toastCount.get()}`;
    void ready.then(() => shownToasts.add({ ...toast, id }));
    return id;
  },
  close: (id?: string): void => {
    void ready.then(() => shownToasts.close(id));
  },
};

/** Milliseconds for which a toast offers an action. */
const timeForSecondThoughts = 15_000;

/** A button of a toast; it closes the toast. */
type ToastAction = { label: string; run: () => void };

type ToastOptions = { description?: string; action?: ToastAction };

/**
 * Says that something was done, and may offer an action.
 * @returns what takes the toast away
 */
export function toastDone(title: string, { description, action }: ToastOptions = {}): () => void {
  const id = manager.add({
    title,
    description,
    type: 'done',
    ...(action && {
      timeout: timeForSecondThoughts,
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.run();
        },
      },
    }),
  });
  return () => manager.close(id);
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
