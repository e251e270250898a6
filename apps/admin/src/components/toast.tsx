import { Toast } from '@base-ui/react/toast';
import { createStore } from '../store.ts';

export const shownToasts = Toast.createToastManager();

/** The number of toasts so far. The first one loads the code that shows them. */
export const toastCount = createStore(0);

const { promise: ready, resolve } = Promise.withResolvers<void>();

/** Shows the toasts that waited for the code. */
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

/** Milliseconds that a toast with an action stays. */
const timeForSecondThoughts = 8_000;

/** A button that closes the toast. */
type ToastAction = { label: string; run: () => void };

type ToastOptions = { description?: string | undefined; action?: ToastAction };

type Toasted = Parameters<typeof manager.add>[0];

/** Closes the newest toast about a finished action. */
let dismissNewest = () => {};

function replaceNewest(toast: Toasted): () => void {
  dismissNewest();
  const id = manager.add(toast);
  dismissNewest = () => manager.close(id);
  return dismissNewest;
}

/**
 * Says that something was done, and may offer an action.
 * @returns a function that closes the toast
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

/** Says that something failed, and why. */
export function toastFailed(title: string, description: string): void {
  manager.add({ title, description, type: 'failed', timeout: 12_000 });
}

/** Says that a part did not load: offline, or a new version was deployed. */
export function toastNotLoaded(): void {
  toastFailed(
    'A part of this page did not load',
    'Check your connection, then load the page again: there may be a newer version of it.',
  );
}

export const dismissToasts = (): void => manager.close();
