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
export function toastDone(
  title: string,
  { description, action }: ToastOptions = {},
): () => void {
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
